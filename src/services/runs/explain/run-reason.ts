import type { ReasonCode, RunExplanation } from "@/contracts/explanation";
import type { StandingRunRow } from "@/db/run-standing";
import { isoTime } from "../../times";
import { presentRunError } from "../present";
import { count, type Phrase, shortly, toReason } from "./phrase";

/** What moves a run forward soonest comes first. */
const order: readonly ReasonCode[] = [
  "running",
  "lease_expired",
  "no_worker",
  "workers_stopping",
  "queued",
  "waiting_for_retry",
  "waiting_for_host",
  "waiting_for_delay",
];

export interface OpenNode {
  nodeId: string;
  name: string;
  phrase: Phrase;
}

/** Why the run as a whole stands where it stands: its end, or the step that moves it on next. */
export function runReason(
  run: StandingRunRow,
  open: readonly OpenNode[],
  nameOf: (nodeId: string) => string,
): RunExplanation["reason"] {
  const ended = endPhrase(run, nameOf);
  if (ended) return { ...toReason(ended, "The run"), node_id: ended.node_ids?.[0] ?? null };
  const [first] = [...open].sort(byUrgency);
  if (!first) return { ...toReason(nothingOpen, "The run"), node_id: null };
  const others = open.length - 1;
  const more = others > 0 ? ` ${count(others, "other step is", "other steps are")} open too.` : "";
  const reason = toReason(first.phrase, `“${first.name}”`);
  return { ...reason, message: `${reason.message}${more}`, node_id: first.nodeId };
}

const nothingOpen: Phrase = {
  code: "nothing_open",
  say: (subject) => `${subject} is not finished, yet none of its steps is open. “pnpm run doctor” finds out why.`,
};

function byUrgency({ phrase: one }: OpenNode, { phrase: other }: OpenNode): number {
  const time = ({ until }: Phrase) => until ?? "";
  const rank = ({ code }: Phrase) => (code.startsWith("waiting_") ? order.length : order.indexOf(code));
  return rank(one) - rank(other) || time(one).localeCompare(time(other), "en");
}

function endPhrase(run: StandingRunRow, nameOf: (nodeId: string) => string): Phrase | undefined {
  const at = run.finishedAt === null ? "" : ` at ${isoTime(run.finishedAt)}`;
  switch (run.status) {
    case "succeeded":
      return { code: "succeeded", say: (subject) => `${subject} is done: it succeeded${at}.` };
    case "cancelled":
      return {
        code: "cancelled",
        say: (subject) => `${subject} was cancelled${at}${run.cancelledBy ? ` by ${run.cancelledBy}` : ""}.`,
      };
    case "failed": {
      const error = run.error === null ? undefined : presentRunError(run.error);
      const what = error ? `: “${nameOf(error.node_id)}” is dead (${shortly(error)})` : "";
      return {
        code: "failed",
        node_ids: error ? [error.node_id] : [],
        say: (subject) => `${subject} failed${at}${what}. A retry goes on from there.`,
      };
    }
    default:
      return undefined;
  }
}
