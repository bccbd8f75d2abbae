import { afterEach, describe, expect, it } from "vitest";
import type { NodeExecution } from "@/core/executor";
import { ExactNumber, type JsonObject } from "@/core/json";
import { nodeKinds, nodeTypes } from "@/core/kinds";
import { createRegistry } from "./registry";
import { cleanUp } from "./testing/cleanup";
import { createTestFetch } from "./testing/run-http-request";

afterEach(cleanUp);

function execution<Config>(config: Config, previousOutput?: JsonObject): NodeExecution<Config> {
  return {
    config,
    runId: "run",
    nodeId: "node",
    attempt: 1,
    maxAttempts: 3,
    dedupKey: "run-1:node-node",
    payload: { amount: new ExactNumber("9007199254740993") },
    previousOutput,
    signal: new AbortController().signal,
    reserve: () => undefined,
  };
}

const registry = () => createRegistry({ fetch: createTestFetch() });

describe("the registry", () => {
  it("has an executor for each node type and no other", () => {
    expect(Object.keys(registry()).sort()).toEqual([...nodeTypes].sort());
  });

  it("answers for pure types without a promise, so that they can run inline", () => {
    expect(nodeTypes.filter((type) => nodeKinds[type].pure)).toEqual(["trigger", "condition", "log"]);
    for (const outcome of [
      registry().trigger.execute(execution({})),
      registry().condition.execute(execution({ expression: true })),
      registry().log.execute(execution({ message: "m", level: "info" as const })),
    ]) {
      expect(outcome).not.toBeInstanceOf(Promise);
      expect(outcome).toMatchObject({ kind: "done" });
    }
  });
});

describe("trigger", () => {
  it("has the payload as its output", () => {
    const outcome = registry().trigger.execute(execution({}));
    expect(outcome).toEqual({ kind: "done", output: { amount: new ExactNumber("9007199254740993") } });
  });
});

describe("condition", () => {
  it.each([
    [true, "true"],
    [false, "false"],
  ])("leads to the branch of its result: %s", (expression, branch) => {
    const outcome = registry().condition.execute(execution({ expression }));
    expect(outcome).toEqual({ kind: "done", output: { result: expression }, branch });
  });
});

describe("log", () => {
  it.each([["plain"], [{ a: [1, null] }], [new ExactNumber("1.10")], ["a\u0000\ud800"], [null]])(
    "has message and level as its output: %j",
    (message) => {
      const outcome = registry().log.execute(execution({ message, level: "warn" as const }));
      expect(outcome).toEqual({ kind: "done", output: { message, level: "warn" } });
    },
  );
});

describe("delay", () => {
  const delay = (seconds: number, previousOutput?: JsonObject) =>
    registry().delay.execute(execution({ seconds }, previousOutput));

  it.each([
    [5, 5_000],
    [1.5, 1_500],
    [0.0004, 0],
    [0, 0],
    [2_592_000, 2_592_000_000],
    [315_360_000, 315_360_000_000],
  ])("of %d seconds asks to be woken after %d milliseconds", (seconds, delayMs) => {
    expect(delay(seconds)).toEqual({ kind: "wait", delayMs });
  });

  it("is over when it was woken, whatever its seconds are by then", () => {
    const woken = { wake_at: "2026-01-15T12:00:05.000Z" };
    expect(delay(5, woken)).toEqual({ kind: "done", output: woken });
    expect(delay(0, woken)).toEqual({ kind: "done", output: woken });
  });

  it("starts when an earlier output tells of no wake-up", () => {
    expect(delay(5, {})).toEqual({ kind: "wait", delayMs: 5_000 });
  });

  it.each([["abc"], [""], [null], [undefined], [-5], ["10"], [1e20], [[1]], ["2020-01-01T00:00:00Z"], [Number.NaN]])(
    "of %j seconds never gets here: the config says what is wrong with it",
    (seconds) => {
      const parsed = nodeKinds.delay.rendered.safeParse({ seconds });
      expect(parsed.error?.issues[0]?.message).toMatch(/^"seconds" must/);
    },
  );
});
