"use client";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Workflow } from "@/contracts/workflows";
import { trpc } from "@/trpc/client";
import { DraftStore, type SaveState } from "./draft-store";

/** The edits of the workflow that a page shows, and what became of them. */
export function useWorkflowDraft(workflow: Workflow, autosave: boolean) {
  const utils = trpc.useUtils();
  const [store] = useState(
    () =>
      new DraftStore(workflow, {
        send: (request) => utils.client.workflows.save.mutate(request),
        fetchLatest: () => utils.workflows.get.fetch({ id: workflow.id }, { staleTime: 0 }),
        onSaved: (saved) => {
          utils.workflows.get.setData({ id: saved.id }, saved);
          void utils.workflows.list.invalidate();
        },
      }),
  );
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  useEffect(() => store.offer(workflow), [store, workflow]);
  useEffect(() => {
    store.setAutosave(autosave && workflow.status === "draft");
    const retry = () => store.retryNow();
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
      store.dispose();
    };
  }, [store, autosave, workflow.status]);

  const { history, failure, isSaving, isStale, unfinished } = snapshot;
  const content = history.present;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is the same for the page's life; the snapshot says when to look again
  const isDirty = useMemo(() => store.isDirty, [snapshot]);
  const state: SaveState = isSaving ? "saving" : failure ? "failed" : isDirty ? "unsaved" : "saved";
  return {
    store,
    content,
    definition: content.source.read,
    state,
    isDirty,
    failure,
    isStale,
    unfinished,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: store.edit.bind(store),
    save: () => store.save(),
    discard: () => store.discard(workflow),
  };
}

export type WorkflowDraft = ReturnType<typeof useWorkflowDraft>;
