import type { RunSummary } from "@/contracts/runs";
import type { RunStatus } from "@/core/state";

/** The order of the list: newest first, equal times by id. Times in ISO form sort like times. */
function byPosition(one: RunSummary, other: RunSummary): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Rows that keep their places and show what became of their runs; runs that are not there any more go. */
export function updateRows(rows: readonly RunSummary[], latest: ReadonlyMap<string, RunSummary>): RunSummary[] {
  return rows.flatMap(({ id }) => latest.get(id) ?? []);
}

/** The runs of the list's beginning that are not among the rows. */
export function newRows(head: readonly RunSummary[], rows: readonly RunSummary[]): RunSummary[] {
  const known = new Set(rows.map(({ id }) => id));
  return head.filter(({ id }) => !known.has(id));
}

/** Rows with new ones at their places, and without those that the list's filter does not pick any more. */
export function settleRows(
  rows: readonly RunSummary[],
  arrived: readonly RunSummary[],
  status: RunStatus | undefined,
): RunSummary[] {
  const all = [...newRows(arrived, rows), ...rows].sort(byPosition);
  return status === undefined ? all : all.filter((run) => run.status === status);
}
