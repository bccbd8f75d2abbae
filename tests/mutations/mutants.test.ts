import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fromRoot } from "../../scripts/support/paths";
import { laboratoryMutants } from "./laboratory-mutants";
import { mutants } from "./mutants";
import { takeOut } from "./take-out";

/** Whether the tests notice is seen by running them: run.ts. That takes long; whether there is something to take out does not. */
it.each([...mutants, ...laboratoryMutants])("can still be taken out: $name", (mutant) => {
  expect(takeOut(mutant, readFileSync(fromRoot(mutant.file), "utf8"))).toBeDefined();
});
