"use client";
import { useEffect, useEffectEvent } from "react";

/** ⌘S and Ctrl+S save, wherever the focus is; the browser's own "save page" would be of no use here. */
export function useSaveShortcut(enabled: boolean, onSave: () => void): void {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s")
        return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
}
