import type { Reason, ReasonCode } from "@/contracts/explanation";

/** A reason whose sentence still lacks its subject: "This step", or the step's name. */
export interface Phrase extends Partial<Pick<Reason, "since" | "until" | "ahead" | "worker" | "node_ids">> {
  code: ReasonCode;
  say(subject: string): string;
}

export function toReason(phrase: Phrase, subject: string): Reason {
  const { code, say, since = null, until = null, ahead = null, worker = null, node_ids = [] } = phrase;
  return { code, message: say(subject), since, until, ahead, worker, node_ids };
}

/** “a”, “a” and “b”, “a”, “b” and 3 more */
export function listOf(names: readonly string[], shown = 3): string {
  const quoted = names.slice(0, shown).map((name) => `“${name}”`);
  const left = names.length - quoted.length;
  const parts = left > 0 ? [...quoted, `${left} more`] : quoted;
  const last = parts.pop() ?? "nothing";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${number.toLocaleString("en")} ${many}`;
}

const shownMessage = 200;

/** `http_status: It answered 500.`, on one line and not too long. */
export function shortly({ code, message }: { code: string; message: string }): string {
  // It stands in parentheses, within a sentence.
  const line = message.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return `${code}: ${line.length > shownMessage ? `${line.slice(0, shownMessage)}…` : line}`;
}
