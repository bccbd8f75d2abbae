import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPayload, anyText } from "../../../tests/support/expression-arbitraries";
import { type CompletionData, completeExpression, completeTemplate } from "./complete";
import { evaluateExpression } from "./evaluate";
import { parseExpression } from "./parse";

const data: CompletionData = {
  trigger: { amount: 250, "any key": { deep: [{ x: 1 }, 2] }, "it's": null },
  steps: new Map([
    ["check", { status: 200, body: { ok: true } }],
    ["not-run", undefined],
  ]),
  secretKeys: ["API_TOKEN"],
};

/** The options at the `|` of a text; `template` reads it as a text with `{{ … }}`. */
function at(marked: string, template = false) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const completion = (template ? completeTemplate : completeExpression)(text, offset, data);
  return (
    completion && {
      labels: completion.options.map(({ label }) => label),
      results: completion.options.map(
        ({ insert }) => text.slice(0, completion.from) + insert + text.slice(completion.to),
      ),
    }
  );
}

describe("completion of a path", () => {
  it("begins with what can be read at all", () => {
    expect(at("|")?.labels).toEqual(["trigger", "steps", "secrets", "run.id", "app.url"]);
    expect(at("tr|")?.results).toEqual(["trigger"]);
    expect(at("not tri|")?.results).toEqual(["not trigger"]);
    expect(at('trigger.amount > 1 and (st| == "a")')?.results).toEqual(['trigger.amount > 1 and (steps == "a")']);
  });

  it("goes on with the data's keys, in brackets where a key needs them", () => {
    expect(at("trigger.|")?.results).toEqual(["trigger.amount", 'trigger["any key"]', `trigger["it's"]`]);
    expect(at("trigger.key|")?.results).toEqual(['trigger["any key"]']);
    expect(at('trigger["an|')?.results).toEqual(['trigger["any key"]']);
    expect(at("trigger['an|']")?.results).toEqual(['trigger["any key"]']);
    expect(at("trigger[|]")?.labels).toHaveLength(3);
    expect(at('trigger["any key"].deep|')?.results).toEqual(['trigger["any key"].deep']);
    expect(at('trigger["any key"].deep.|')?.labels).toEqual(["[0]", "[1]"]);
    expect(at('trigger["any key"].deep[0].|')?.results).toEqual(['trigger["any key"].deep[0].x']);
  });

  it("knows steps with and without data, secrets, run and app", () => {
    expect(at("steps.|")?.results).toEqual(["steps.check.output", "steps.not-run.output"]);
    expect(at("steps.check.|")?.labels).toEqual(["output"]);
    expect(at("steps.check.output.body.|")?.results).toEqual(["steps.check.output.body.ok"]);
    expect(at("steps.not-run.output.|")).toBeUndefined();
    expect(at("secrets.|")?.results).toEqual(["secrets.API_TOKEN"]);
    expect(at("run.|")?.results).toEqual(["run.id"]);
  });

  it("offers nothing in texts, behind values, and of what cannot be read", () => {
    for (const text of [
      '"trigger.|',
      '"trigger.|"',
      "trigger |",
      "12|",
      "true |",
      "nothing.|",
      "trigger.amount.|",
      "secrets.A.|",
    ])
      expect(at(text), text).toBeUndefined();
    expect(completeExpression("secrets.", 8, { ...data, secretKeys: undefined })).toBeUndefined();
  });

  it("happens only inside of templates, finished or not", () => {
    expect(at("Hello trigger.| {{ run.id }}", true)).toBeUndefined();
    expect(at("{{ run.id }} and {{ trigger.am|", true)?.results).toEqual(["{{ run.id }} and {{ trigger.amount"]);
    expect(at("{{ trigger.am| }} {{ run.id }}", true)?.results).toEqual(["{{ trigger.amount }} {{ run.id }}"]);
    expect(at('{{ "}}" == tri| }}', true)?.results).toEqual(['{{ "}}" == trigger }}']);
    expect(at("{{ run.id }}|", true)).toBeUndefined();
  });

  it("always leads to something that can be read, and answers for any text and place", () => {
    fc.assert(
      fc.property(anyPayload, (trigger) => {
        const scope = { trigger, step: () => undefined, run: { id: "r" }, app: { url: "u" } };
        const completion = completeExpression("trigger.", 8, { ...data, trigger });
        for (const { insert } of completion?.options ?? []) {
          const read = evaluateExpression(parseExpression(`trigger${insert}`), scope);
          expect(read).not.toBeUndefined();
        }
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom("trigger", ".", "[", "steps", "{{", "}}"))), (parts) => {
        const text = parts.join("");
        for (let offset = 0; offset <= text.length; offset++) {
          const completion = completeTemplate(text, offset, data);
          if (completion) expect(completion.from).toBeLessThanOrEqual(completion.to);
          completeExpression(text, offset, data);
        }
        expect(completeTemplate("plain", 3, data)).toBeUndefined();
      }),
    );
  });
});
