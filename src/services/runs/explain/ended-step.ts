import type { StandingStepRow } from "@/db/run-standing";
import { isoTimeOrNull } from "../../times";
import { readErrorHead } from "../error-head";
import { count, type Phrase, shortly } from "./phrase";

export function deadPhrase(step: StandingStepRow): Phrase {
  const error = readErrorHead(step.errorHead);
  const why =
    step.attempt >= step.maxAttempts
      ? `all of its ${count(step.maxAttempts, "attempt")} failed`
      : "its error is of a kind that trying again cannot help";
  return {
    code: "dead",
    since: isoTimeOrNull(step.finishedAt),
    say: (subject) =>
      `${subject} is dead: ${step.maxAttempts === 1 && step.attempt >= 1 ? "its only attempt failed" : why}${error ? ` (${shortly(error)})` : ""}.`,
  };
}

export function cancelledPhrase(step: StandingStepRow): Phrase {
  const begun = step.startedAt === null ? "before it was started" : "before it was done";
  return {
    code: "cancelled",
    since: isoTimeOrNull(step.finishedAt),
    say: (subject) => `${subject} was cancelled with the run, ${begun}.`,
  };
}
