import type { ChangedRun } from "@/contracts/change-runs";
import { AppError, notFound } from "@/core/errors";
import type { RunStatus } from "@/core/state";
import { readRunStatuses } from "@/db/run-page";
import type { ServiceContext } from "../context";
import { isUuid } from "../ids";

/** What is done to each of several runs. */
export interface RunChange {
  /** @returns false when the run is in no state for it (any more), or is not there */
  act(context: ServiceContext, runId: string): Promise<boolean>;
  /** the error for a run in this status */
  refusal(status: RunStatus): AppError;
}

/** Runs that are changed at once: each takes a connection, and others need some too. */
const concurrency = 4;

/**
 * Changes each run by itself, as if it were the only one, and tells what became of it: no run stands in another's way,
 * whatever happens to them meanwhile, and whoever got no answer may ask for the same again. Runs are locked one by one.
 *
 * @throws when it could be done to none of them, because the database does not answer
 */
export async function changeEach(
  context: ServiceContext,
  ids: readonly string[],
  change: RunChange,
): Promise<ChangedRun[]> {
  const known = [...new Set(ids.map((id) => (isUuid(id) ? id.toLowerCase() : id)))];
  const outcomes = await mapInParallel(known, concurrency, (id) => attempt(context, id, change));
  const broken = outcomes.filter((outcome) => outcome instanceof Error);
  if (broken.length > 0 && broken.length === known.length) throw broken[0];
  const statuses = await readRunStatuses(context.db, known.filter(isUuid));
  return known.map((id, index) => {
    const status = statuses.get(id) ?? null;
    const error = errorOf(outcomes[index], status, id, change);
    return { id, status, error: error && { code: error.code, message: error.message } };
  });
}

type Outcome = boolean | Error;

async function attempt(context: ServiceContext, id: string, change: RunChange): Promise<Outcome> {
  if (!isUuid(id)) return false;
  try {
    return await change.act(context, id);
  } catch (error) {
    context.log.warn({ error, run: id }, "one of several runs could not be changed");
    return error instanceof Error ? error : new Error(String(error));
  }
}

function errorOf(
  outcome: Outcome | undefined,
  status: RunStatus | null,
  id: string,
  change: RunChange,
): AppError | null {
  if (outcome === true) return null;
  if (outcome instanceof Error)
    return new AppError("internal_error", "Something went wrong here; whether it was done is not known. Try it again.");
  return status === null ? notFound("run", id) : change.refusal(status);
}

async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
