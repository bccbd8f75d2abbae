import { type Mutant, mutants } from "./mutants";

/** The guards that the engine's promises rest on: without any of them the fault laboratory must go red as well. */
const guards = [
  "complete: the fence, claim_number",
  "complete: only running steps may finish",
  "complete: open steps by arithmetic (asked for instead)",
  "complete: runs locked in one order",
  "complete: the run's lock",
  "claim: claim_number rises",
  "retry: only failed runs",
];

/** Noticed by a case of the laboratory instead of a test. */
export interface LaboratoryMutant extends Pick<Mutant, "name" | "file" | "edits"> {
  laboratory: string;
}

export const laboratoryMutants: readonly LaboratoryMutant[] = guards.map((guard) => {
  const mutant = mutants.find(({ name }) => name === guard);
  if (!mutant) throw new Error(`There is no mutant "${guard}".`);
  const { file, edits } = mutant;
  return { name: `laboratory: ${guard}`, file, edits, laboratory: "races" };
});
