import type { Mutant } from "./mutant";
import { mutants } from "./mutants";

/** The guards that the engine's promises rest on: without any of them the fault laboratory must go red as well. */
const guards = [
  "complete: the fence, claim_number",
  "complete: only running steps may finish",
  "complete: open steps by arithmetic (asked for instead)",
  "complete: the run's lock",
  "claim: claim_number rises",
];

/** Noticed by a case of the laboratory instead of a test. */
export interface LaboratoryMutant extends Pick<Mutant, "name" | "file" | "edits"> {
  laboratory: string;
}

/** Without an order the planner may find the right one by itself; the laboratory is given the wrong one. */
const wrongOrder: LaboratoryMutant = {
  name: "laboratory: complete: runs locked in another order than everyone else does",
  file: "src/engine/complete.ts",
  edits: [
    [
      "      ORDER BY run.id\n      FOR NO KEY UPDATE OF run",
      "      ORDER BY run.id DESC\n      FOR NO KEY UPDATE OF run",
    ],
  ],
  laboratory: "races",
};

const withoutGuards = guards.map((guard): LaboratoryMutant => {
  const mutant = mutants.find(({ name }) => name === guard);
  if (!mutant) throw new Error(`There is no mutant "${guard}".`);
  const { file, edits } = mutant;
  return { name: `laboratory: ${guard}`, file, edits, laboratory: "races" };
});

export const laboratoryMutants: readonly LaboratoryMutant[] = [...withoutGuards, wrongOrder];
