import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "./support/chromium";
import { Failure, runCommand } from "./support/failure";
import { fromRoot } from "./support/paths";
import { freePort } from "./support/ports";
import { ensurePrismaClient } from "./support/prisma-client";
import { say } from "./support/progress";
import { runTool } from "./support/run-tool";
import { listenForStop } from "./support/stop-request";
import { judgePlaywright, judgeVitest, type TestResult } from "./support/test-report";
import { ensureWebBuild } from "./support/web-build";

const suites = ["unit", "integration", "e2e"] as const;
type Suite = (typeof suites)[number];

const usage = `pnpm test                          all tests
pnpm test --only unit              one kind: ${suites.join(", ")} (may be given several times)
pnpm test --only unit expression   of those, the files whose path contains a word`;

const reports = fromRoot(".test");

await runCommand(async () => {
  const { chosen, words } = readArguments();
  const { stop } = listenForStop();
  mkdirSync(reports, { recursive: true });
  await ensurePrismaClient();
  const chromium = chosen.includes("e2e") ? ensureChromium() : undefined;
  if (chosen.includes("integration") || chromium) await ensureWebBuild(stop);
  const results: TestResult[] = [];
  const projects = chosen.filter((suite) => suite !== "e2e");
  if (projects.length > 0) results.push(await runVitest(projects, words, stop));
  if (chromium) results.push(await runPlaywright(chromium, words, stop));
  return conclude(results);
});

function readArguments(): { chosen: Suite[]; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: "string", multiple: true } },
      allowPositionals: true,
    });
    const only = values.only ?? [...suites];
    const unknown = only.find((name) => !suites.some((suite) => suite === name));
    if (unknown) throw new Error(`There are no ${unknown} tests.`);
    return { chosen: suites.filter((suite) => only.includes(suite)), words: positionals };
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${usage}`);
  }
}

async function runVitest(projects: Suite[], words: string[], stop: AbortSignal): Promise<TestResult> {
  const report = path.join(reports, "vitest.json");
  rmSync(report, { force: true });
  const args = ["run", ...projects.flatMap((name) => ["--project", name]), ...words];
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runTool("vitest/vitest.mjs", [...args, ...output], process.env, stop);
  return judgeVitest(report, code);
}

async function runPlaywright(chromium: string, words: string[], stop: AbortSignal): Promise<TestResult> {
  const report = path.join(reports, "playwright.json");
  rmSync(report, { force: true });
  const dataDir = mkdtempSync(path.join(tmpdir(), "workflow-engine-e2e-"));
  const env = { ...process.env, CHROMIUM: chromium, E2E_PORT: String(await freePort()), E2E_DATA_DIR: dataDir };
  try {
    return judgePlaywright(report, await runTool("@playwright/test/cli.js", ["test", ...words], env, stop));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The last line is for programs that count tests; what it cannot say comes before it. */
function conclude(results: TestResult[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  say("");
  for (const problem of results.flatMap(({ problems }) => problems)) say(problem);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
