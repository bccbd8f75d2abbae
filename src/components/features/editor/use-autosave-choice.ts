"use client";
import { useSyncExternalStore } from "react";

const key = "workflow-editor.autosave";
const listeners = new Set<() => void>();

/** Whether drafts are saved by themselves, as this person chose in this browser; they are unless told otherwise. */
export function useAutosaveChoice(): [boolean, (on: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, read, () => true);
  return [isOn, choose];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  try {
    return window.localStorage.getItem(key) !== "off";
  } catch {
    // Storage may be forbidden.
    return true;
  }
}

function choose(isOn: boolean): void {
  try {
    window.localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // It cannot be kept, so it stays as it is.
  }
  for (const listener of listeners) listener();
}
