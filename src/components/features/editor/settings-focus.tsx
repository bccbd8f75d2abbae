"use client";
import { createContext, type RefObject, useContext, useEffect, useReducer, useRef } from "react";

/** Takes the focus to the settings of a node, as soon as they are shown: to one field of them, or else to the first control. */
export type FocusSettings = (nodeId: string, field?: string) => void;

const SettingsFocus = createContext<FocusSettings>(() => {});

export const SettingsFocusProvider = SettingsFocus.Provider;

export function useFocusSettings(): FocusSettings {
  return useContext(SettingsFocus);
}

const controls = "textarea, input, .cm-content, [role=combobox], [role=switch]";

/** The settings of a node that was just added or renamed are drawn later than they are asked for: the request waits for them. */
export function useSettingsFocus(panel: RefObject<HTMLElement | null>): FocusSettings {
  const wanted = useRef<{ nodeId: string; field: string | undefined }>(undefined);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!wanted.current) return;
    const { nodeId, field } = wanted.current;
    const settings = panel.current?.querySelector(`[data-settings-of="${CSS.escape(nodeId)}"]`);
    if (!settings) return;
    wanted.current = undefined;
    const inField = field === undefined ? null : settings.querySelector(`[data-field="${CSS.escape(field)}"]`);
    (inField ?? settings).querySelector<HTMLElement>(controls)?.focus();
  });
  return (nodeId, field) => {
    wanted.current = { nodeId, field };
    drawAgain();
  };
}
