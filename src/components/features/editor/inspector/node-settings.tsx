"use client";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { defaultMaxAttempts, definitionLimits, type Node } from "@/core/definition";
import { newIdRefusal, renameNode } from "@/core/graph/edit/rename-node";
import { type Json, toNumber } from "@/core/json";
import { nodeKind } from "@/core/kinds";
import { useEditor } from "../editor-context";
import { useFocusSettings } from "../settings-focus";
import { FieldShell } from "./field-shell";
import { useInspectedNode } from "./inspected-node";
import { NumberInput } from "./number-field";

/** The name that people read; free words. */
export function NameField() {
  const { node, readOnly } = useInspectedNode();
  const { change } = useEditor();
  return (
    <FieldShell field="name" label="Node name">
      {(describedBy) => (
        <input
          aria-label="Node name"
          aria-describedby={describedBy}
          autoComplete="off"
          maxLength={definitionLimits.nameLength}
          placeholder={node.id}
          readOnly={readOnly}
          value={node.name ?? ""}
          onChange={(event) => {
            const name = event.target.value === "" ? undefined : event.target.value;
            change((definition) => withNode(definition, { ...node, name }), `${node.id} name`);
          }}
          className={cn(inputStyles, "h-8")}
        />
      )}
    </FieldShell>
  );
}

/** The id that expressions read. It changes when the field is left or Enter is pressed, with every reference to it. */
export function IdField() {
  const { node, readOnly } = useInspectedNode();
  const { definition, change, select, announce } = useEditor();
  const [typed, setTyped] = useState(node.id);
  const refusal = definition && typed !== node.id ? newIdRefusal(definition, node.id, typed) : undefined;
  const focusSettings = useFocusSettings();
  const commit = (): boolean => {
    if (!definition || typed === node.id || refusal !== undefined) return false;
    change((before) => renameNode(before, node.id, typed));
    select([typed]);
    announce(`“${node.id}” is now “${typed}”, wherever it is named`);
    return true;
  };
  return (
    <FieldShell
      field="id"
      label="Node id"
      help={`Others read it as steps.${node.id}.output. Renaming rewrites every reference.`}
      problems={refusal === undefined ? [] : [refusal]}
    >
      {(describedBy) => (
        <input
          aria-label="Node id"
          aria-describedby={describedBy}
          aria-invalid={refusal !== undefined}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            // A renamed node is another one for the inspector, whose fields are made anew; the focus stays where it was.
            if (event.key === "Enter" && commit()) focusSettings(typed, "id");
            if (event.key === "Escape") setTyped(node.id);
          }}
          className={cn(inputStyles, "h-8 font-mono text-xs", refusal !== undefined && "border-danger-ink")}
        />
      )}
    </FieldShell>
  );
}

/** How often it is tried; where it is written in the config, it is changed there. */
export function AttemptsField() {
  const { node, readOnly, messagesOf, setConfig } = useInspectedNode();
  const { change } = useEditor();
  if (node.type === "trigger") return null;
  const inConfig = node.max_attempts === undefined && Object.hasOwn(node.config, "max_attempts");
  const written: Json | undefined = inConfig ? node.config.max_attempts : node.max_attempts;
  const help = nodeKind(node.type).pure ? "It has no effect outside, so this bounds lost workers only." : undefined;
  return (
    <FieldShell field="max_attempts" label="Attempts at most" help={help} problems={messagesOf("max_attempts")}>
      {(describedBy) => (
        <NumberInput
          label="Attempts at most"
          value={written}
          placeholder={`${defaultMaxAttempts} unless you say otherwise`}
          readOnly={readOnly}
          describedBy={describedBy}
          onChange={(next) => {
            if (inConfig) return setConfig("max_attempts", next);
            // Whatever was typed is kept; the problems tell if it is no whole number from 1 to 100.
            const changed = {
              ...node,
              max_attempts: next === undefined ? undefined : (toNumber(next) ?? next),
            } as Node;
            change((definition) => withNode(definition, changed), `${node.id} max_attempts`);
          }}
        />
      )}
    </FieldShell>
  );
}

const joins = [
  { value: "any", label: "Run when the first arrives" },
  { value: "all", label: "Wait for all of them" },
] as const;

/** Only where several edges arrive there is something to wait for. */
export function JoinField() {
  const { node, readOnly } = useInspectedNode();
  const { shown, change } = useEditor();
  const arriving = shown.edges.filter(({ target }) => target === node.id).length;
  if (arriving < 2 && node.join === undefined) return null;
  return (
    <FieldShell field="join" label="Join" help={`${arriving} connections arrive here.`}>
      {() => (
        <Select
          label="Join"
          options={joins}
          value={node.join ?? "any"}
          onValueChange={(join) => change((definition) => withNode(definition, { ...node, join }))}
          disabled={readOnly}
          className="w-full"
        />
      )}
    </FieldShell>
  );
}

function withNode<Definition extends { nodes: Node[] }>(definition: Definition, changed: Node): Definition {
  return { ...definition, nodes: definition.nodes.map((node) => (node.id === changed.id ? changed : node)) };
}
