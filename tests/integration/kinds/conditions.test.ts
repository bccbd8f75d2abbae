import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { messageIn, type Product, startProduct } from "../../support/product";
import { condition, graphOf, note } from "../../support/product-graphs";
import { createActive, createDraft, type ErrorBody, refusal, triggerRun } from "../services/client";

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.work();
});
afterAll(() => product.close());
afterEach(() => product.expectSound());

const branching = (expression: string) =>
  graphOf(
    [condition("check", expression), note("yes", "yes"), note("no", "no")],
    ["start -> check", "check -true-> yes", "check -false-> no"],
  );

/** Which branch a condition takes, or the code with which its step dies. */
async function decider(expression: string): Promise<(payload: object) => Promise<boolean | string>> {
  const workflow = await createActive(product.app, branching(expression));
  return async (payload) => {
    const run = await product.ended(await triggerRun(product.app, workflow.id, payload));
    const visited = run.steps.map(({ node_id }) => node_id).slice(2);
    if (run.status === "succeeded") {
      expect(visited).toHaveLength(1);
      return visited[0] === "yes";
    }
    expect(visited).toEqual([]);
    expect(run.error?.node_id).toBe("check");
    return run.error?.code ?? "no error";
  };
}

const decide = async (expression: string, payload: object) => (await decider(expression))(payload);

describe("expr-precedence-quoting", () => {
  it.each([
    ["trigger.a > 1 and trigger.c < 5", { a: 2, c: 9 }, false],
    ["trigger.x == 1 or trigger.y == 1 and trigger.z == 1", { x: 1, y: 0, z: 0 }, true],
    ["(trigger.x == 1 or trigger.y == 1) and trigger.z == 1", { x: 1, y: 0, z: 0 }, false],
    ['trigger.mode == "read and write"', { mode: "read and write" }, true],
    ['trigger.s == "a) or (b"', { s: "a) or (b" }, true],
    ['"done" == "failed"', {}, false],
    ["trigger.order > 1 and trigger.android == 1", { order: 2, android: 1 }, true],
    ['trigger.t == "x >= y"', { t: "x >= y" }, true],
  ])("%s with %j: %s", async (expression, payload, expected) => {
    expect(await decide(expression, payload)).toBe(expected);
  });

  it.each(["a and", "trigger.a and", "== 1", 'trigger.a == "open', "trigger.a == 1)", "1 < trigger.a < 3"])(
    "%s is kept in a draft, and refused with its position when it is to run",
    async (expression) => {
      const draft = await createDraft(product.app, branching(expression));
      const answer = await product.app.call<ErrorBody>("POST", `/api/workflows/${draft.id}/activate`);
      expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
      expect(answer.body.error.details).toContainEqual(
        expect.objectContaining({ node_id: "check", message: expect.stringMatching(/^Character \d+: /) }),
      );
    },
  );
});

describe("condition-truthiness", () => {
  it("only true and false decide, whatever stands around the template", async () => {
    const spellings = ["{{trigger.flag}}", " {{trigger.flag}} ", "\n{{trigger.flag}}\n", "trigger.flag"];
    const deciders = await Promise.all(spellings.map(decider));
    for (const [flag, expected] of [
      [true, true],
      [false, false],
      ["false", "invalid_config"],
      [0, "invalid_config"],
      ["", "invalid_config"],
      [null, "invalid_config"],
      [[], "invalid_config"],
      [{}, "invalid_config"],
    ] as const) {
      const answers = await Promise.all(deciders.map((decideFor) => decideFor({ flag })));
      expect({ flag, answers }).toEqual({ flag, answers: spellings.map(() => expected) });
    }
  });

  it.each(["{{trigger.missing}}", " {{trigger.missing}} ", "trigger.missing"])(
    "%j is missing by its name",
    async (text) => {
      const run = await product.run(branching(text), { flag: true });
      expect(run).toMatchObject({ status: "failed", error: { node_id: "check", code: "missing_path" } });
      expect(run.error?.message).toContain("trigger.missing");
    },
  );
});

describe("expr-type-compare", () => {
  const values: [value: unknown, above10: boolean | string, below1: boolean | string, is20: boolean | string][] = [
    [9, false, false, false],
    [20, true, false, true],
    [0, false, true, false],
    ["9", "type_error", "type_error", false],
    ["10", "type_error", "type_error", false],
    ["100", "type_error", "type_error", false],
    ["20", "type_error", "type_error", false],
    ["", "type_error", "type_error", false],
    [null, "type_error", "type_error", false],
    [[], "type_error", "type_error", false],
    ["abc", "type_error", "type_error", false],
    [undefined, "missing_path", "missing_path", "missing_path"],
  ];

  it("numbers are compared with numbers only, and are equal to nothing else", async () => {
    const deciders = await Promise.all(["trigger.v > 10", "trigger.v < 1", "trigger.v == 20"].map(decider));
    for (const [v, ...expected] of values) {
      const answers = await Promise.all(deciders.map((decideFor) => decideFor({ v })));
      expect({ v, answers }).toEqual({ v, answers: expected });
    }
  });

  it("a template compares as a condition does", async () => {
    const workflow = await createActive(
      product.app,
      graphOf([note("note", "{{ trigger.v == 20 }}")], ["start -> note"]),
    );
    for (const [v, , , expected] of values) {
      const run = await product.ended(await triggerRun(product.app, workflow.id, { v }));
      const answer = run.error?.code ?? messageIn(run, "note");
      expect({ v, answer }).toEqual({ v, answer: expected });
    }
  });
});
