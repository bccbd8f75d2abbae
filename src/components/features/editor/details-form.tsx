"use client";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { WorkflowDraft } from "./use-workflow-draft";

/** The name and the description of a draft; saved together with its definition. */
export function DetailsForm({ draft }: { draft: WorkflowDraft }) {
  const { content, edit, failure } = draft;
  const nameError = content.name.trim() === "" ? "A workflow needs a name." : failure?.fields.name;
  return (
    <div className="grid gap-4 rounded-lg border bg-raised p-4 sm:grid-cols-2">
      <Field label="Name" error={nameError}>
        <Input value={content.name} maxLength={200} onChange={(event) => edit({ name: event.target.value }, "name")} />
      </Field>
      <Field label="Description" error={failure?.fields.description}>
        <Textarea
          rows={1}
          value={content.description}
          maxLength={10_000}
          placeholder="What it does, and for whom"
          className="min-h-8 resize-none [field-sizing:content]"
          onChange={(event) => edit({ description: event.target.value }, "description")}
        />
      </Field>
    </div>
  );
}
