"use client";
import { useMemo, useRef, useState } from "react";
import { type ReadableError, readError } from "@/components/errors/read-error";
import type { Workflow } from "@/contracts/workflows";
import { JsonText, stringifyJson } from "@/core/json";
import { trpc } from "@/trpc/client";
import { definitionText, type PlacedProblem, readDefinition } from "./read-definition";

export type SaveState = "saved" | "unsaved" | "saving" | "failed";

interface Content {
  name: string;
  description: string;
  /** the definition as its author writes it */
  text: string;
}

/** What is known to be stored, and the time that the next save has to name. */
interface Stored {
  content: Content;
  updatedAt: string;
}

export interface SaveFailure {
  message: string;
  requestId: string | undefined;
  /** problems of the definition, each with its place */
  problems: readonly PlacedProblem[];
  /** problems of the fields, by their name */
  fields: Readonly<Record<string, string>>;
}

function storedOf(workflow: Workflow): Stored {
  const { name, description, updated_at: updatedAt } = workflow;
  return { content: { name, description, text: definitionText(workflow) }, updatedAt };
}

/**
 * One person's edits of one workflow. What was typed is replaced only when the person says so: a save that fails keeps it,
 * and a newer version from elsewhere is taken over only while there is nothing to lose.
 */
export function useWorkflowDraft(workflow: Workflow) {
  const utils = trpc.useUtils();
  const mutation = trpc.workflows.save.useMutation();
  const [stored, setStored] = useState(() => storedOf(workflow));
  const [content, setContent] = useState(stored.content);
  const [failure, setFailure] = useState<SaveFailure>();
  const [isStale, setStale] = useState(false);
  const saving = useRef(false);

  const { name, description, text } = content;
  const isDirty =
    name !== stored.content.name || description !== stored.content.description || text !== stored.content.text;

  const adopt = (newer: Workflow) => {
    const next = storedOf(newer);
    setStored(next);
    setContent(next.content);
    setFailure(undefined);
    setStale(false);
  };
  // Times of one format compare as texts. An answer that was overtaken by our own save is older, and ignored.
  if (!isDirty && !mutation.isPending && workflow.updated_at > stored.updatedAt) adopt(workflow);

  const edit = (change: Partial<Content>) => {
    setContent((before) => ({ ...before, ...change }));
    setFailure(undefined);
  };

  /** The workflow as it is stored now, whoever stored it. */
  const fetchLatest = () => utils.workflows.get.fetch({ id: workflow.id }, { staleTime: 0 });

  /** @returns the stored workflow, or undefined when it could not be saved */
  const save = async (expectedUpdatedAt = stored.updatedAt): Promise<Workflow | undefined> => {
    if (saving.current) return undefined;
    const definition = readDefinition(text);
    if (!definition.ok) {
      setFailure(localFailure("Not saved: the definition has a mistake.", [definition.problem]));
      return undefined;
    }
    if (name.trim() === "") {
      setFailure(localFailure("Not saved: it needs a name."));
      return undefined;
    }
    saving.current = true;
    setFailure(undefined);
    try {
      const saved = await mutation.mutateAsync({
        id: workflow.id,
        name,
        description,
        nodes: new JsonText(stringifyJson(definition.nodes)),
        edges: new JsonText(stringifyJson(definition.edges)),
        expected_updated_at: expectedUpdatedAt,
      });
      // The text stays as it was typed; what was typed since is a change again.
      setStored({ content: { name, description, text }, updatedAt: saved.updated_at });
      setStale(false);
      utils.workflows.get.setData({ id: workflow.id }, saved);
      void utils.workflows.list.invalidate();
      return saved;
    } catch (error) {
      const readable = readError(error);
      setFailure(serverFailure(readable));
      if (readable.code === "stale_update" || readable.code === "not_draft") {
        // One that became active or archived meanwhile is no question of whose version stays; the page says so itself.
        const latest = await fetchLatest().catch(() => undefined);
        setStale(latest?.status === "draft");
      }
      return undefined;
    } finally {
      saving.current = false;
    }
  };

  const state: SaveState = mutation.isPending ? "saving" : failure ? "failed" : isDirty ? "unsaved" : "saved";
  return {
    content,
    edit,
    state,
    isDirty,
    failure,
    save,
    isStale,
    keepEditing: () => setStale(false),
    takeTheirs: async () => adopt(await fetchLatest()),
    overwriteTheirs: async () => void (await save((await fetchLatest()).updated_at)),
    discard: () => adopt(workflow),
    definition: useMemo(() => readDefinition(text), [text]),
  };
}

export type WorkflowDraft = ReturnType<typeof useWorkflowDraft>;

function localFailure(message: string, problems: readonly PlacedProblem[] = []): SaveFailure {
  return { message, requestId: undefined, problems, fields: {} };
}

const fieldPaths = ["name", "description"];

function serverFailure({ code, message, requestId, problems }: ReadableError): SaveFailure {
  return {
    message,
    // A refusal explains itself; only what went wrong inside is looked up in the log.
    requestId: code === "internal_error" || code === "unavailable" ? requestId : undefined,
    problems: problems
      .filter(({ path }) => !fieldPaths.includes(path))
      .map((problem) => ({ place: { path: problem.path }, message: problem.message })),
    fields: Object.fromEntries(
      problems.filter(({ path }) => fieldPaths.includes(path)).map((problem) => [problem.path, problem.message]),
    ),
  };
}
