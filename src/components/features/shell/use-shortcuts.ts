"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "@/components/navigation/navigate";
import { usePreference } from "@/components/preferences/preferences-provider";
import { isLayerOpen } from "@/components/ui/open-layer";
import { useCommands } from "./commands";
import { useNavigationItems } from "./navigation-items";

/** How long `g` waits for the key that says where. */
const sequenceMs = 1_500;

/** Listens to the shortcuts of the frame. Single keys do nothing while somebody types, or while a dialog is open. */
export function useShortcuts(): void {
  const { dialog, open, close } = useCommands();
  const [characterKeys] = usePreference("character_keys");
  const navigate = useNavigate();
  const items = useNavigationItems();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isModified(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (dialog?.kind === "palette") close();
      // Another dialog is a question that waits for its answer; the palette would throw it away.
      else if (!isLayerOpen()) open({ kind: "palette" });
      return;
    }
    if (characterKeys === "off" || isModified(event) || event.altKey || isTyping(event.target) || isLayerOpen()) return;
    onCharacter(event);
  });

  const onCharacter = (event: KeyboardEvent) => {
    const isSequence = event.timeStamp - goPressedAt.current < sequenceMs;
    const target = items.find(({ key }) => key === event.key.toLowerCase());
    goPressedAt.current = event.key === "g" && !isSequence ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (isSequence && target) navigate(target.href);
    else if (event.key === "?") open({ kind: "shortcuts" });
    else if (event.key !== "/" || !focusListSearch()) return;
    event.preventDefault();
  };

  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isModified(event: KeyboardEvent): boolean {
  return event.metaKey || event.ctrlKey;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=textbox], [role=combobox]") !== null
  );
}

/** Where there is nothing to search in, the key stays the browser's. */
function focusListSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>("main input[type=search]");
  input?.focus();
  return input !== null;
}
