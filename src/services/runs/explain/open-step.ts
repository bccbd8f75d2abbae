import type { Reason } from "@/contracts/explanation";
import { countedPlaces, type RunStanding, type StandingStepRow, type WorkerRow } from "@/db/run-standing";
import { isoTime, isoTimeOrNull } from "../../times";
import { readErrorHead } from "../error-head";
import { count, type Phrase, shortly } from "./phrase";

const startOne = "Start one with “pnpm worker”.";

/** Why a pending or running step is not done. */
export function openStepPhrase(step: StandingStepRow, standing: RunStanding): Phrase {
  if (step.status === "running") return runningPhrase(step, standing);
  return step.isDue ? duePhrase(step, standing) : waitingPhrase(step);
}

function waitingPhrase(step: StandingStepRow): Phrase {
  const until = isoTime(step.nextRetryAt);
  const error = readErrorHead(step.errorHead);
  // Put off before anything was sent; a delay's step has another type.
  if (error === null && step.nodeType === "http_request") {
    return {
      code: "waiting_for_host",
      until,
      since: isoTimeOrNull(step.startedAt),
      say: (subject) =>
        `${subject} waits until ${until}: its host has as many requests at a time as it may have, or does not answer. No attempt is used up.`,
    };
  }
  if (error === null) {
    return {
      code: "waiting_for_delay",
      until,
      since: isoTimeOrNull(step.startedAt),
      say: (subject) => `${subject} waits until ${until}, as its delay says.`,
    };
  }
  return {
    code: "waiting_for_retry",
    until,
    say: (subject) =>
      `${subject} failed at attempt ${step.attempt} of ${step.maxAttempts} (${shortly(error)}). The next try is at ${until}.`,
  };
}

function duePhrase(step: StandingStepRow, { workers, queue }: RunStanding): Phrase {
  const since = isoTime(step.nextRetryAt);
  const alive = workers.filter(({ isAlive }) => isAlive);
  const active = alive.filter(({ draining }) => !draining).length;
  const due = (subject: string) => `${subject} has been due since ${since}`;
  if (alive.length === 0) {
    const last = workers[0] ? ` The last sign of life was at ${isoTime(workers[0].lastSeenAt)}.` : "";
    return {
      code: "no_worker",
      since,
      say: (subject) => `${due(subject)}, but no worker is alive.${last} ${startOne}`,
    };
  }
  if (active === 0) {
    return {
      code: "workers_stopping",
      since,
      say: (subject) => `${due(subject)}, but every worker is stopping and claims nothing more. ${startOne}`,
    };
  }
  const ahead = queue.find(({ stepId }) => stepId === step.id)?.ahead;
  const place =
    ahead === 0
      ? "is the next to be claimed"
      : `is queued behind ${ahead === undefined ? `more than ${countedPlaces.toLocaleString("en")} other steps` : count(ahead, "other step")}`;
  const lost = readErrorHead(step.errorHead)?.code === "worker_lost" ? " The worker that ran it before was lost." : "";
  return {
    code: "queued",
    since,
    ahead: ahead ?? countedPlaces,
    say: (subject) =>
      `${due(subject)} and ${place}; ${count(active, "worker is", "workers are")} alive, none of them free yet.${lost}`,
  };
}

function runningPhrase(step: StandingStepRow, { workers }: RunStanding): Phrase {
  const since = isoTimeOrNull(step.startedAt);
  const lease = isoTimeOrNull(step.leaseExpiresAt);
  const row = workers.find(({ id }) => id === step.lockedBy);
  const worker = step.lockedBy === null ? null : holder(step.lockedBy, row);
  const who = row ? `worker ${row.host}, process ${row.pid},` : "a process that is no worker (a manual tick)";
  const held = `is held by ${who} since ${since}, at attempt ${step.attempt} of ${step.maxAttempts}`;
  if (!step.isLeaseOver) {
    return {
      code: "running",
      since,
      worker,
      say: (subject) => `${subject} ${held}. The lease is renewed while the work goes on; it lasts until ${lease}.`,
    };
  }
  const rescue = workers.some(({ isAlive, draining }) => isAlive && !draining)
    ? "Another worker takes the step back within seconds."
    : `No worker is alive to take the step back. ${startOne}`;
  return {
    code: "lease_expired",
    since,
    worker,
    say: (subject) => `${subject} ${held}, but the lease ended at ${lease} without a sign of life. ${rescue}`,
  };
}

function holder(id: string, row: WorkerRow | undefined): NonNullable<Reason["worker"]> {
  return { id, host: row?.host ?? null, pid: row?.pid ?? null, last_seen_at: row ? isoTime(row.lastSeenAt) : null };
}
