import { type Findings, findings } from "./chaos-case";
import type { Lab } from "./lab/lab";
import { chaosCases } from "./registry";

export interface CaseReport extends Findings {
  name: string;
  passed: boolean;
  seconds: number;
}

/** Runs one case, closes what it opened, and judges. A case that could not be run to its end has not passed. */
export async function runCase(lab: Lab, name: string): Promise<CaseReport> {
  const began = performance.now();
  const chaosCase = chaosCases[name];
  if (!chaosCase) throw new Error(`There is no case ${name}.`);
  let found: Findings;
  try {
    found = await chaosCase.run(lab);
  } catch (error) {
    found = findings({ unexpected: [`the case broke off: ${error instanceof Error ? error.stack : String(error)}`] });
  } finally {
    await lab.endCase();
  }
  const passed = found.lost.length + found.duplicated.length + found.unexpected.length === 0;
  return { name, passed, ...found, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
