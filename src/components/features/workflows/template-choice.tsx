"use client";
import { stringifyJson } from "@/core/json";
import { workflowTemplates } from "@/core/workflow-templates";
import { starterEdges, starterNodes } from "./starter-definition";

/** What a new workflow begins as. */
export interface Beginning {
  id: string;
  name: string;
  description: string;
  stored: { description: string; nodes: object[]; edges: object[] };
}

const blank: Beginning = {
  id: "blank",
  name: "Start from scratch",
  description: "A trigger and a log step.",
  stored: { description: "", nodes: starterNodes, edges: starterEdges },
};

export const beginnings: readonly [Beginning, ...Beginning[]] = [
  blank,
  ...workflowTemplates.map(({ id, name, description, payload, secrets, definition }) => ({
    id,
    name,
    description: secrets.length === 0 ? description : `${description} Needs: ${secrets.join(", ")}.`,
    stored: { description: `${description} Try it with ${stringifyJson(payload)}`, ...definition },
  })),
];

interface TemplateChoiceProps {
  value: string;
  onValueChange: (id: string) => void;
}

/** The templates, each with what it is for. */
export function TemplateChoice({ value, onValueChange }: TemplateChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Begin with</legend>
      <div className="grid max-h-[40vh] gap-1.5 overflow-y-auto p-0.5 sm:grid-cols-2">
        {beginnings.map(({ id, name, description }) => (
          <label
            key={id}
            className="flex cursor-pointer items-start gap-2 rounded-md border p-2.5 text-sm hover:bg-hover has-checked:border-accent-ink has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="beginning"
              className="mt-1 accent-accent"
              aria-describedby={`beginning-${id}`}
              aria-label={name}
              checked={value === id}
              onChange={() => onValueChange(id)}
            />
            <span className="min-w-0">
              <span className="block font-medium">{name}</span>
              <span id={`beginning-${id}`} className="block text-xs text-ink-muted">
                {description}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
