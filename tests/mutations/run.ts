import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { fromRoot } from "../../scripts/support/paths";
import { type LaboratoryMutant, laboratoryMutants } from "./laboratory-mutants";
import type { Mutant } from "./mutant";
import { mutants } from "./mutants";
import { takeOut } from "./take-out";

/**
 * Takes the engine's guards out one by one, in a copy of this checkout, and runs the tests, or the case of the fault
 * laboratory, that must notice: `node --import tsx tests/mutations/run.ts`, or with `--only=cancel` those whose name
 * contains it (`--only=laboratory`: what the laboratory must notice). Ends with 1 if one
 * of them survives, or can no longer be taken out because its text has changed.
 */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const chosen = [...mutants, ...laboratoryMutants].filter(({ name }) => name.includes(values.only));

interface Verdict {
  mutant: string;
  verdict: "noticed" | "SURVIVED" | "DOES NOT APPLY" | "TEST IS RED WITHOUT IT";
  by: string;
  seconds: number;
}

interface Result {
  red: boolean;
  by: string;
}

const longestMs = 180_000;
const soundRuns = new Map<string, Promise<Result>>();
const directory = mkdtempSync(path.join(tmpdir(), "workflow-engine-mutants-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
copyCheckout();
const verdicts: Verdict[] = [];
for (const [index, mutant] of chosen.entries()) {
  const verdict = await judge(mutant);
  verdicts.push(verdict);
  console.log(`${index + 1}/${chosen.length}  ${verdict.verdict}: ${mutant.name}  (${verdict.by})`);
}
console.table(verdicts);
process.exit(verdicts.every(({ verdict }) => verdict === "noticed") && verdicts.length > 0 ? 0 : 1);

function copyCheckout(): void {
  const parts = ["src", "worker", "tests", "scripts", "prisma", "package.json", "tsconfig.json", "vitest.config.ts"];
  for (const part of parts) cpSync(fromRoot(part), path.join(directory, part), { recursive: true });
  symlinkSync(fromRoot("node_modules"), path.join(directory, "node_modules"));
}

type AnyMutant = Mutant | LaboratoryMutant;

async function judge(mutant: AnyMutant): Promise<Verdict> {
  const began = performance.now();
  const file = path.join(directory, mutant.file);
  const original = readFileSync(file, "utf8");
  const mutated = takeOut(mutant, original);
  const verdict = (kind: Verdict["verdict"], by: string): Verdict => ({
    mutant: mutant.name,
    verdict: kind,
    by,
    seconds: Math.round((performance.now() - began) / 1_000),
  });
  if (mutated === undefined) return verdict("DOES NOT APPLY", mutant.file);
  writeFileSync(file, mutated);
  const { red, by } = await runTests(mutant);
  writeFileSync(file, original);
  if (!red) return verdict("SURVIVED", noticing(mutant));
  // A test that is red anyway has noticed nothing.
  const sound = await runSound(mutant);
  return sound.red ? verdict("TEST IS RED WITHOUT IT", sound.by) : verdict("noticed", by);
}

function noticing(mutant: AnyMutant): string {
  return "laboratory" in mutant ? `pnpm chaos --short --only ${mutant.laboratory}` : `${mutant.test}: ${mutant.title}`;
}

function runSound(mutant: AnyMutant): Promise<Result> {
  const key = noticing(mutant);
  const known = soundRuns.get(key);
  if (known) return known;
  const run = runTests(mutant);
  soundRuns.set(key, run);
  return run;
}

/** Red is what fails by an assertion, an error or a time limit; a run that never ends is red as well. */
async function runTests(mutant: AnyMutant): Promise<Result> {
  if ("laboratory" in mutant) {
    const { code, output } = await run([
      "--import",
      "tsx",
      "tests/chaos/index.ts",
      "--short",
      "--only",
      mutant.laboratory,
    ]);
    if (!/^case +passed/m.test(output) && code !== null) throw new Error(`The laboratory did not run:\n${output}`);
    return { red: code !== 0, by: code === null ? "it never ended" : firstCulprit(output) };
  }
  const files = ["--project", "integration", `tests/integration/${mutant.test}.test.ts`];
  const { code, output } = await run([
    fromRoot("node_modules/vitest/vitest.mjs"),
    ...["run", ...files, "-t", mutant.title, "--bail", "1"],
  ]);
  if (!/Tests {2}/.test(output) && code !== null) throw new Error(`The tests did not run:\n${output}`);
  return { red: code !== 0, by: code === null ? "it never ended" : firstFailure(output) };
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const timer = setTimeout(() => child.kill("SIGTERM"), longestMs);
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

function firstCulprit(output: string): string {
  return /^ +(?:lost|duplicated|unexpected): (.{0,120})/m.exec(output)?.[1] ?? "";
}

function firstFailure(output: string): string {
  const title = /FAIL .* > ([^\n]+)/.exec(output)?.[1] ?? "";
  const reason = /(?:AssertionError|Error): ([^\n]{0,80})/.exec(output)?.[1] ?? "";
  return `${title.slice(0, 60)}: ${reason}`;
}
