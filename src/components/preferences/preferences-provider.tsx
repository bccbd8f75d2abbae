"use client";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { type PreferenceName, type Preferences, readPreferences, storePreference } from "./preferences";

interface Chosen {
  values: Preferences;
  choose: <Name extends PreferenceName>(name: Name, value: Preferences[Name]) => void;
}

const Context = createContext<Chosen>({ values: readPreferences(() => undefined), choose: () => undefined });

/** Keeps what was chosen the same wherever it is shown or asked for. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [values, setValues] = useState(initial);
  const choose = useCallback<Chosen["choose"]>((name, value) => {
    // The styles hang on the attribute; waiting for a render would show the old theme once more.
    if (name === "theme") document.documentElement.dataset.theme = value;
    storePreference(name, value);
    setValues((before) => ({ ...before, [name]: value }));
  }, []);
  return <Context.Provider value={useMemo(() => ({ values, choose }), [values, choose])}>{children}</Context.Provider>;
}

/** A choice, and the way to another one. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): [value: Preferences[Name], choose: (value: Preferences[Name]) => void] {
  const { values, choose } = useContext(Context);
  return [values[name], useCallback((value) => choose(name, value), [choose, name])];
}
