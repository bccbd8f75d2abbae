"use client";
import { ArrowRight, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { Edge } from "@/core/definition";
import { connectionRefusal } from "@/core/graph/edit/connect";
import { nodeKind } from "@/core/kinds";
import { useEditor } from "../editor-context";
import { edgeTo } from "../graph-actions";
import { type PickerAnchor, PickerPopover } from "../picker-popover";
import { useFocusSettings } from "../settings-focus";
import { useInspectedNode } from "./inspected-node";

/** Where a node leads: to be seen, taken away and added without a mouse. */
export function NodeConnections() {
  const { node, readOnly } = useInspectedNode();
  const editor = useEditor();
  const focusSettings = useFocusSettings();
  const [inserting, setInserting] = useState<{ edge: Edge; anchor: PickerAnchor }>();
  const [, ...others] = nodeKind(node.type).branches;
  const leaving = editor.shown.edges.filter(({ source }) => source === node.id);
  const arriving = editor.shown.edges.filter(({ target }) => target === node.id);
  return (
    <section aria-label="Connections" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">Leads to</h3>
      {leaving.length === 0 ? <p className="text-xs text-ink-muted">Nothing follows yet.</p> : null}
      <ul className="flex flex-col gap-1">
        {leaving.map((edge) => {
          const name = editor.nameOf(edge.target);
          return (
            <li key={`${edge.branch} ${edge.target}`} className="flex min-h-7 items-center gap-1.5 text-sm">
              <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
              {edge.branch === undefined ? null : (
                <code className="font-mono text-xs text-ink-muted">{edge.branch}</code>
              )}
              <button
                type="button"
                className="min-w-0 truncate rounded-sm text-accent-ink hover:underline"
                onClick={() => editor.select([edge.target])}
              >
                {name}
              </button>
              {readOnly ? null : (
                <span className="ml-auto flex shrink-0">
                  <Button
                    variant="ghost"
                    size="small-icon"
                    aria-label={`Insert a node before ${name}`}
                    onClick={(event) => setInserting({ edge, anchor: event.currentTarget })}
                  >
                    <Plus aria-hidden />
                  </Button>
                  <Button
                    variant="ghost"
                    size="small-icon"
                    aria-label={`Remove the connection to ${name}`}
                    onClick={() => editor.disconnect([edge])}
                  >
                    <X aria-hidden />
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {readOnly ? null : <NewConnection key={node.id} hasBranches={others.length > 0} />}
      {arriving.length > 0 ? (
        <p className="text-xs break-words text-ink-muted">
          Comes after{" "}
          {arriving
            .map(({ source, branch }) => editor.nameOf(source) + (branch === undefined ? "" : ` (${branch})`))
            .join(", ")}
          .
        </p>
      ) : null}
      <PickerPopover
        anchor={inserting?.anchor}
        title="Insert a node"
        onClose={() => setInserting(undefined)}
        onPick={(type) => {
          const id = inserting && editor.addNode(type, { kind: "between", edge: inserting.edge });
          if (id !== undefined) focusSettings(id);
          return () => undefined;
        }}
      />
    </section>
  );
}

/** Another connection: by which branch, to which node; where it cannot lead, it says why. */
function NewConnection({ hasBranches }: { hasBranches: boolean }) {
  const { node } = useInspectedNode();
  const editor = useEditor();
  const { branches } = nodeKind(node.type);
  const firstFree = edgeTo(editor.shown, node.id, "", undefined)?.branch;
  const [chosenBranch, setBranch] = useState<string>();
  const [target, setTarget] = useState("");
  const branch = chosenBranch ?? firstFree;
  const edge: Edge = { source: node.id, target, ...(branch !== undefined && { branch }) };
  const refusal = editor.definition && target !== "" ? connectionRefusal(editor.definition, edge) : undefined;
  const targets = editor.shown.nodes
    .filter(({ id, type }) => id !== node.id && type !== "trigger")
    .map(({ id }) => ({ value: id, label: editor.nameOf(id) === id ? id : `${editor.nameOf(id)} (${id})` }));
  if (targets.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-1.5">
        {hasBranches ? (
          <Select
            label="Branch"
            options={branches.map((name) => ({ value: name, label: name }))}
            value={branch ?? ""}
            onValueChange={setBranch}
            className="w-20 shrink-0"
          />
        ) : null}
        <Select
          label="Connect to"
          options={[{ value: "", label: "Connect to…" }, ...targets]}
          value={target}
          onValueChange={setTarget}
          className="flex-1"
        />
        <Button
          disabled={target === "" || refusal !== undefined}
          focusableWhenDisabled
          onClick={() => {
            if (editor.connect(edge) !== undefined) return;
            setTarget("");
            setBranch(undefined);
          }}
        >
          Connect
        </Button>
      </div>
      <p role="status" className="text-xs text-danger-ink">
        {refusal}
      </p>
    </div>
  );
}
