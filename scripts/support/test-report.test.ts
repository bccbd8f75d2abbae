import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fromRoot } from "./paths";
import { judgePlaywright, judgeVitest } from "./test-report";

const directory = mkdtempSync(path.join(tmpdir(), "test-report-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(report: unknown): string {
  const file = path.join(directory, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitest = (counts: Record<string, unknown>) =>
  write({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...counts });

describe("the verdict on a Vitest run", () => {
  it("counts what passed and what failed", () => {
    expect(judgeVitest(vitest({ numPassedTests: 5 }), 0)).toEqual({ passed: 5, failed: 0, problems: [] });
    expect(judgeVitest(vitest({ numPassedTests: 5, numFailedTests: 2 }), 1)).toMatchObject({ passed: 5, failed: 2 });
  });

  it("takes a skipped and a to-do test for failed", () => {
    const result = judgeVitest(vitest({ numPassedTests: 5, numPendingTests: 1, numTodoTests: 2 }), 0);
    expect(result).toMatchObject({ passed: 5, failed: 3 });
    expect(result.problems[0]).toContain("3 skipped or to-do");
  });

  it("takes a file that could not be loaded for failed", () => {
    const testResults = [
      { name: fromRoot("a.test.ts"), status: "failed", message: "no such module\nat", assertionResults: [] },
    ];
    expect(judgeVitest(vitest({ numPassedTests: 5, testResults }), 1)).toEqual({
      passed: 5,
      failed: 1,
      problems: ["failed: a.test.ts: could not be loaded: no such module"],
    });
  });

  it("names what failed, and the first line of why", () => {
    const assertionResults = [
      { fullName: "adds", status: "passed", failureMessages: [] },
      {
        fullName: "takes away",
        status: "failed",
        failureMessages: ["AssertionError: 1 is not 2\n    at a.test.ts:3:5"],
      },
    ];
    const testResults = [{ name: fromRoot("src/a.test.ts"), status: "failed", assertionResults }];
    expect(judgeVitest(vitest({ numPassedTests: 1, numFailedTests: 1, testResults }), 1).problems).toEqual([
      "failed: src/a.test.ts: takes away: AssertionError: 1 is not 2",
    ]);
  });

  it("takes an exit code that no failed test explains for a failure", () => {
    expect(judgeVitest(vitest({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it("takes a run of no test, or without a report, for a failure", () => {
    expect(judgeVitest(vitest({}), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(judgeVitest(path.join(directory, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("the verdict on a Playwright run", () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };

  it("counts a flaky and a skipped test as failed", () => {
    expect(judgePlaywright(write({ stats }), 0)).toEqual({ passed: 4, failed: 0, problems: [] });
    expect(judgePlaywright(write({ stats: { ...stats, flaky: 1 } }), 0)).toMatchObject({ passed: 4, failed: 1 });
    expect(judgePlaywright(write({ stats: { ...stats, skipped: 1 } }), 0)).toMatchObject({ passed: 4, failed: 1 });
  });

  it("names what failed, and where it stands", () => {
    const spec = (title: string, status: string) => ({ title, file: "e2e/a.spec.ts", line: 7, tests: [{ status }] });
    const suites = [
      { specs: [spec("good", "expected")], suites: [{ specs: [spec("bad", "unexpected"), spec("odd", "flaky")] }] },
    ];
    expect(judgePlaywright(write({ stats: { ...stats, unexpected: 1, flaky: 1 }, suites }), 1)).toMatchObject({
      failed: 2,
      problems: [
        "failed: e2e/a.spec.ts:7: bad",
        "failed: e2e/a.spec.ts:7: odd: flaky",
        "playwright: traces of what failed are in .test/playwright",
      ],
    });
  });

  it("takes a server that did not start for a failure", () => {
    expect(judgePlaywright(path.join(directory, "none.json"), 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});
