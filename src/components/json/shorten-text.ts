export const shownLines = 200;
export const shownCharacters = 20_000;
/** A line longer than this is cut: one endless line stalls a browser as well as a thousand short ones. */
export const shownLineLength = 2_000;

export interface ShortText {
  text: string;
  /** whether something was left out */
  cut: boolean;
}

/** The beginning of a text, as much as one can read. */
export function shortenText(text: string): ShortText {
  let cut = text.length > shownCharacters;
  const lines = text.slice(0, shownCharacters).split("\n");
  if (lines.length > shownLines) cut = true;
  const shown = lines.slice(0, shownLines).map((line) => {
    if (line.length <= shownLineLength) return line;
    cut = true;
    return `${line.slice(0, shownLineLength)}…`;
  });
  return { text: shown.join("\n"), cut };
}

/** "12 bytes", "3.4 kB", "1.2 MB", in powers of 1,000. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
