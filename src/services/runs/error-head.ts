import { unreadableError } from "../unreadable-error";

/** A stored error begins with its code and its message: `{"code":"…","message":"…"`, with or without spaces. */
const head = /^\{\s*"code"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"message"\s*:\s*"((?:[^"\\]|\\.)*)("?)/s;

/** Code and message of an error of which only the text's beginning was read; a message that does not end there is cut. */
export function readErrorHead(text: string | null): { code: string; message: string } | null {
  if (text === null) return null;
  const [, code, message = "", end] = head.exec(text) ?? [];
  if (code === undefined) return unreadableError;
  return { code: unescaped(code), message: end === "" ? `${unescaped(message)}…` : unescaped(message) };
}

/** What a JSON string stands for; an escape that was cut in two at the end is left out. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return JSON.parse(`"${text.replace(/\\(u[0-9a-fA-F]{0,3})?$/, "")}"`) as string;
  }
}
