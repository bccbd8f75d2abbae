import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "./paths";

/** What a test runner came to. Whatever is not a pass is counted as a failure: skipped and to-do tests too. */
export interface TestResult {
  passed: number;
  failed: number;
  /** why the run is not good, in words, every failed test among them; empty if it is */
  problems: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: VitestAssertion[] }[];
}

interface VitestAssertion {
  fullName: string;
  status: string;
  failureMessages: string[];
}

export function judgeVitest(file: string, exitCode: number): TestResult {
  const report = readReport<VitestReport>(file);
  if (!report) return broken("vitest", exitCode);
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const result = judge("vitest", exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
  for (const { name, message } of unloadable) result.problems.push(failure(name, "could not be loaded", message));
  for (const { name, assertionResults } of report.testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === "failed") result.problems.push(failure(name, fullName, failureMessages[0]));
    }
  }
  return result;
}

/** One line for a failed test, so that the end of a log tells which it was. */
function failure(file: string, test: string, message = ""): string {
  const [reason = ""] = message.split("\n");
  return `failed: ${path.relative(fromRoot("."), file)}: ${test}${reason === "" ? "" : `: ${reason}`}`;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

export function judgePlaywright(file: string, exitCode: number): TestResult {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return broken("playwright", exitCode);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const result = judge("playwright", exitCode, { passed: expected, failed: unexpected + flaky, skipped });
  for (const { title, file: testFile, line, tests } of specsOf(report.suites ?? [])) {
    const bad = tests.find(({ status }) => status === "unexpected" || status === "flaky");
    if (bad) result.problems.push(`failed: ${testFile}:${line}: ${title}${bad.status === "flaky" ? ": flaky" : ""}`);
  }
  if (unexpected + flaky > 0) result.problems.push("playwright: traces of what failed are in .test/playwright");
  return result;
}

function specsOf(suites: readonly PlaywrightSuite[]): PlaywrightSuite["specs"] {
  return suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner ?? [])]);
}

function judge(
  runner: string,
  exitCode: number,
  { passed, failed, skipped }: { passed: number; failed: number; skipped: number },
): TestResult {
  const problems: string[] = [];
  if (skipped > 0) problems.push(`${runner}: ${skipped} skipped or to-do, which counts as failed`);
  if (passed + failed + skipped === 0) problems.push(`${runner}: no test ran`);
  if (exitCode !== 0 && failed === 0) problems.push(`${runner}: ended with ${exitCode} although no test failed`);
  const unexplained = problems.length > 0 && failed + skipped === 0 ? 1 : 0;
  return { passed, failed: failed + skipped + unexplained, problems };
}

const broken = (runner: string, exitCode: number): TestResult => ({
  passed: 0,
  failed: 1,
  problems: [`${runner}: ended with ${exitCode} and left no report`],
});

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
}
