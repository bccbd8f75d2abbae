"use client";
import { checkJson } from "@/components/editor/check-json";
import { CodeField } from "@/components/editor/code-field";
import { shortId } from "@/components/features/runs/short-id";
import { JsonView } from "@/components/json/json-view";
import { Select } from "@/components/ui/select";
import { statusLooks } from "@/components/ui/status";
import { useInspectedNode } from "./inspected-node";

/** Which data the previews are made with, and what the chosen run made of this node. */
export function PreviewSource() {
  const { node, preview } = useInspectedNode();
  const { choice, runs, run } = preview;
  const options = [
    ...runs.map(({ id, status, trigger_type }) => ({
      value: id,
      label: `${trigger_type === "test" ? "Test run" : "Run"} ${shortId(id)} · ${statusLooks[status].label}`,
    })),
    { value: "payload", label: "A payload of my own" },
  ];
  const current = choice.kind === "run" ? choice.id : "payload";
  // A run that has just been started is in no list yet.
  if (!options.some(({ value }) => value === current))
    options.unshift({ value: current, label: `Run ${shortId(current)}` });
  const checked = choice.kind === "payload" ? checkJson(preview.payloadText) : undefined;
  const step = run?.steps.find(({ node_id }) => node_id === node.id);
  return (
    <section aria-label="Preview data" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">Preview with</h3>
      <Select
        label="Data of the preview"
        options={options}
        value={current}
        onValueChange={(value) =>
          preview.choose(value === "payload" ? { kind: "payload" } : { kind: "run", id: value })
        }
        className="w-full"
      />
      {choice.kind === "payload" ? (
        <>
          <CodeField
            label="Payload of the preview"
            language="json"
            value={preview.payloadText}
            onChange={preview.setPayloadText}
            marks={checked && !checked.ok ? [{ position: checked.offset, message: checked.message }] : noMarks}
          />
          {checked && !checked.ok ? <p className="text-xs text-danger-ink">{checked.message}</p> : null}
        </>
      ) : null}
      {step?.input ? <JsonView label="Input in that run" text={step.input.text} /> : null}
      {step?.output ? <JsonView label="Output in that run" text={step.output.text} /> : null}
      {step?.error ? <JsonView label="Error in that run" text={step.error.text} /> : null}
    </section>
  );
}

const noMarks: readonly never[] = [];
