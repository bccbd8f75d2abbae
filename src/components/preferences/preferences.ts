/**
 * What a person chose for this browser. Choices live in cookies, so that the server already renders them: nothing flashes,
 * and no script has to mend what was painted. The first value of each is the default.
 */
export const preferences = {
  theme: ["system", "light", "dark"],
  /** the zone in which exact times are written */
  zone: ["local", "UTC"],
  sidebar: ["open", "folded"],
  /** shortcuts of one key without Ctrl, Alt or ⌘: speech input and slips can press them unmeant */
  character_keys: ["on", "off"],
} as const;

export type PreferenceName = keyof typeof preferences;
export type Preferences = { [Name in PreferenceName]: (typeof preferences)[Name][number] };

/** What is stored, with the default for whatever is missing or unknown. */
export function readPreferences(cookieValue: (name: PreferenceName) => string | undefined): Preferences {
  return {
    theme: oneOf(preferences.theme, cookieValue("theme")),
    zone: oneOf(preferences.zone, cookieValue("zone")),
    sidebar: oneOf(preferences.sidebar, cookieValue("sidebar")),
    character_keys: oneOf(preferences.character_keys, cookieValue("character_keys")),
  };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], stored: string | undefined): Value {
  return values.find((value) => value === stored) ?? values[0];
}

const aYear = 31_536_000;

export function storePreference(name: PreferenceName, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store has no synchronous write and is missing on plain http
  document.cookie = `${name}=${value}; path=/; max-age=${aYear}; samesite=lax`;
}
