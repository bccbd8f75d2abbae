/** The theme lives in a cookie, so that the server already renders the right one and no script has to mend it. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";

export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

const aYear = 31_536_000;

/** Shows a theme at once and remembers it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store has no synchronous write and is missing on plain http
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${aYear}; samesite=lax`;
}
