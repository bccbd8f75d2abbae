import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { runCommand } from "./support/failure";
import { fromRoot, rootDir } from "./support/paths";
import { say } from "./support/progress";
import { findSourceProblems } from "./support/source-rules";

interface Outcome {
  good: boolean;
  output: string;
}

interface Check {
  name: string;
  run(): Promise<Outcome>;
}

/** Format, lint, import rules, types, unused code: all of them, whatever the first one says. `--fix` mends what can be. */
await runCommand(async () => {
  const { fix } = parseArgs({ options: { fix: { type: "boolean", default: false } } }).values;
  const generated = await report({ name: "Prisma client", run: () => node("../scripts/generate-client.mjs", []) });
  if (!generated) return 1;
  const results = await Promise.all([inOrder(quickChecks(fix)), report({ name: "types", run: checkTypes })]);
  const bad = results.flat().filter((good) => !good).length;
  say(bad === 0 ? "All checks passed." : `${bad} of ${results.flat().length} checks failed.`);
  return bad === 0 ? 0 : 1;
});

function quickChecks(fix: boolean): Check[] {
  const roots = ["src", "worker", "scripts", "prisma", "tests", "bench"];
  return [
    {
      name: "format and lint (Biome)",
      run: () => node("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", ...(fix ? ["--write"] : []), "."]),
    },
    { name: "source rules", run: checkSources },
    {
      name: "import rules (dependency-cruiser)",
      run: () => node("dependency-cruiser/bin/dependency-cruise.mjs", [...roots, "--output-type", "err"]),
    },
    { name: "unused code (knip)", run: () => node("knip/bin/knip.js", []) },
  ];
}

/** Next writes the types of routes and pages, which the compiler needs. */
async function checkTypes(): Promise<Outcome> {
  const routes = await node("next/dist/bin/next", ["typegen"]);
  return routes.good ? node("typescript/bin/tsc", ["--noEmit"]) : routes;
}

function checkSources(): Promise<Outcome> {
  const problems = findSourceProblems(rootDir);
  const output = problems.map(({ file, line, rule, message }) => `${file}:${line} ${message} (${rule})`).join("\n");
  return Promise.resolve({ good: problems.length === 0, output });
}

async function inOrder(checks: Check[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const check of checks) results.push(await report(check));
  return results;
}

async function report({ name, run }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const { good, output } = await run();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`${good ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (!good) say(`${output.trim()}\n`);
  return good;
}

function node(module: string, args: string[]): Promise<Outcome> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: process.stdout.isTTY ? "1" : "0" };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fromRoot("node_modules", module), ...args], { cwd: rootDir, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on("error", (error) => resolve({ good: false, output: error.message }));
    child.on("close", (code) => resolve({ good: code === 0, output }));
  });
}
