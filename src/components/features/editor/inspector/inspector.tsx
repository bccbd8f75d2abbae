"use client";
import { Copy, Trash2, TriangleAlert, X } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { nodeLook } from "@/components/graph/node-look";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import type { Node } from "@/core/definition";
import { textProblems } from "@/core/graph/text-problems";
import { nodeKind } from "@/core/kinds";
import { useEditor } from "../editor-context";
import type { PreviewData } from "../use-preview-data";
import { ConfigField } from "./config-field";
import { InspectedNodeProvider, inspect } from "./inspected-node";
import { NodeConnections } from "./node-connections";
import { AttemptsField, IdField, JoinField, NameField } from "./node-settings";
import { PreviewSource } from "./preview-source";

/** Everything about what is selected; generated from the node type's form, so that a new type needs none of its own. */
export function Inspector({ preview }: { preview: PreviewData }) {
  const { selection, shown } = useEditor();
  const [only, ...others] = selection;
  if (others.length > 0) return <SeveralNodes />;
  const node = shown.nodes.find(({ id }) => id === only);
  return node ? <NodeInspector key={node.id} node={node} preview={preview} /> : <NothingSelected />;
}

function NodeInspector({ node, preview }: { node: Node; preview: PreviewData }) {
  const editor = useEditor();
  const deferred = useDeferredValue(editor.shown);
  const found = useMemo(() => {
    const current = deferred.nodes.find(({ id }) => id === node.id);
    return current ? textProblems(deferred, current) : [];
  }, [deferred, node.id]);
  const inspected = inspect(editor, node, preview, found);
  const { label, icon: Icon } = nodeLook(node.type);
  const { fields, description } = nodeKind(node.type);
  const ids = new Set([node.id]);
  return (
    <InspectedNodeProvider value={inspected}>
      <section
        aria-label={`Settings of ${editor.nameOf(node.id)}`}
        data-settings-of={node.id}
        className="flex min-h-0 flex-1 flex-col"
      >
        <header className="flex min-h-11 items-center gap-2 border-b px-3">
          <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{label}</h2>
          {inspected.readOnly ? null : (
            <>
              {node.type === "trigger" ? null : (
                <Tool label="Duplicate" icon={Copy} onClick={() => editor.duplicate(ids)} />
              )}
              <Tool label="Delete" icon={Trash2} onClick={() => editor.remove(ids)} />
            </>
          )}
          <Tool label="Close the settings" icon={X} onClick={() => editor.select([])} />
        </header>
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3">
          <p className="text-xs text-ink-muted">{description.replaceAll("`", "")}</p>
          <NodeProblems node={node} />
          <NameField />
          <IdField />
          {fields.map((field) => (
            <ConfigField key={field.key} field={field} value={node.config[field.key]} />
          ))}
          <AttemptsField />
          <JoinField />
          <hr />
          <NodeConnections />
          <hr />
          <PreviewSource />
        </div>
      </section>
    </InspectedNodeProvider>
  );
}

/** What is wrong with a node as a whole, and is said at none of its fields. */
function NodeProblems({ node }: { node: Node }) {
  const { problemsOf } = useEditor();
  const known = new Set([...nodeKind(node.type).fields.map(({ key }) => key), "max_attempts"]);
  const others = (problemsOf.get(node.id) ?? []).filter(({ path }) => {
    const key = /^nodes\.\d+\.config\.([^.]+)/.exec(path)?.[1];
    return key === undefined || !known.has(key);
  });
  if (others.length === 0) return null;
  return (
    <ul aria-label="Problems of this node" className="flex flex-col gap-1 text-sm text-danger-ink">
      {[...new Set(others.map(({ message }) => message))].map((message) => (
        <li key={message} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{message}</span>
        </li>
      ))}
    </ul>
  );
}

function NothingSelected() {
  const { readOnly, shown } = useEditor();
  const tips = [
    "Click a node, or choose it in the outline, to see its settings here.",
    ...(readOnly
      ? []
      : [
          "Draw from the handle below a node to another one, or to a free place for a new one.",
          "The + of a connection puts a node between.",
          "Shift and drag selects several. Delete removes, Control+Z brings back.",
        ]),
  ];
  return (
    <section aria-label="Nothing is selected" className="flex flex-col gap-3 p-4 text-sm text-ink-muted">
      <h2 className="font-medium text-ink">{shown.nodes.length === 1 ? "1 node" : `${shown.nodes.length} nodes`}</h2>
      {tips.map((tip) => (
        <p key={tip}>{tip}</p>
      ))}
    </section>
  );
}

function SeveralNodes() {
  const editor = useEditor();
  const { selection } = editor;
  return (
    <section aria-label="Selection" className="flex flex-col gap-3 p-3">
      <h2 className="text-sm font-medium">{selection.size} nodes are selected</h2>
      <p className="text-xs text-ink-muted">
        Drag one to move all of them; copy and paste works between workflows, too.
      </p>
      {editor.readOnly ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => editor.duplicate(selection)}>
            <Copy aria-hidden /> Duplicate
          </Button>
          <Button size="small" onClick={() => editor.remove(selection)}>
            <Trash2 aria-hidden /> Delete
          </Button>
        </div>
      )}
    </section>
  );
}

function Tool({ label, icon: Icon, onClick }: { label: string; icon: typeof Copy; onClick: () => void }) {
  return (
    <Tooltip content={label}>
      <Button variant="ghost" size="small-icon" aria-label={label} onClick={onClick}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
