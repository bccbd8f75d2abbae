import type { RunStatus } from "@/core/state";
import type { TimeWindow } from "@/core/time-range";
import type { Db } from "./types";

export interface WorkflowStatistics {
  id: string;
  name: string;
  /** all runs, finished or not */
  runs: number;
  succeeded: number;
  failed: number;
  /** of its succeeded runs, from creation to end */
  mean_ms: number | null;
  median_ms: number | null;
  p95_ms: number | null;
}

export interface RunStatistics {
  /** runs by the number of the window's step that they were created in; what is zero is left out */
  steps: [step: number, status: RunStatus, runs: number][];
  slowest: WorkflowStatistics[];
  most_failing: WorkflowStatistics[];
}

/** Workflows that each of the two lists has at most. */
const listed = 5;

/** Median and 95th percentile are those of the latest runs: of all of them they would have to be sorted. */
const sampled = 1_000;

/**
 * Everything that is told of the runs that were created within a time, but for test runs: one pass over one index, which
 * makes a few numbers of each workflow, status and step of the window; all else is made of these.
 */
export async function readRunStatistics(db: Db, { from, stepMs, steps }: TimeWindow): Promise<RunStatistics> {
  const starts = Array.from({ length: steps }, (_, index) => new Date(from + index * stepMs));
  const [row] = await db.$queryRaw<RunStatistics[]>`
    WITH cell AS MATERIALIZED (
      SELECT workflow_id, status, width_bucket(created_at, ${starts}::timestamptz[]) - 1 AS step, count(*)::int AS runs,
        sum(finished_at - created_at) FILTER (WHERE status = 'succeeded') AS took
      FROM run
      WHERE status = ANY (enum_range(NULL::run_status)) AND created_at >= ${starts[0]}::timestamptz AND trigger_type <> 'test'
      GROUP BY 1, 2, 3
    ),
    of_workflow AS MATERIALIZED (
      SELECT workflow_id, sum(runs)::int AS runs,
        coalesce(sum(runs) FILTER (WHERE status = 'succeeded'), 0)::int AS succeeded,
        coalesce(sum(runs) FILTER (WHERE status = 'failed'), 0)::int AS failed,
        (extract(epoch FROM sum(took)) * 1000 / nullif(sum(runs) FILTER (WHERE status = 'succeeded'), 0))::float8 AS mean_ms
      FROM cell GROUP BY workflow_id
    ),
    slowest AS (
      SELECT * FROM of_workflow WHERE mean_ms IS NOT NULL ORDER BY mean_ms DESC, workflow_id LIMIT ${listed}
    ),
    most_failing AS (
      SELECT * FROM of_workflow WHERE failed > 0 ORDER BY failed DESC, workflow_id LIMIT ${listed}
    ),
    shown AS (
      SELECT workflow.id, workflow.name, runs, succeeded, failed, mean_ms, sample.median_ms, sample.p95_ms
      FROM (TABLE slowest UNION TABLE most_failing) AS either
        JOIN workflow ON workflow.id = either.workflow_id
        CROSS JOIN LATERAL (
          SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS median_ms,
            percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS p95_ms
          FROM (
            SELECT (extract(epoch FROM finished_at - created_at) * 1000)::float8 AS took FROM run
            WHERE run.workflow_id = either.workflow_id AND status = 'succeeded' AND created_at >= ${starts[0]}::timestamptz
              AND trigger_type <> 'test'
            ORDER BY created_at DESC, run.id DESC LIMIT ${sampled}
          ) AS latest
        ) AS sample
    )
    SELECT
      coalesce((SELECT json_agg(json_build_array(step, status, runs) ORDER BY step, status)
        FROM (SELECT step, status, sum(runs)::int AS runs FROM cell GROUP BY step, status) AS summed), '[]') AS steps,
      coalesce((SELECT json_agg(shown ORDER BY slowest.mean_ms DESC, shown.id)
        FROM slowest JOIN shown ON shown.id = slowest.workflow_id), '[]') AS slowest,
      coalesce((SELECT json_agg(shown ORDER BY most_failing.failed DESC, shown.id)
        FROM most_failing JOIN shown ON shown.id = most_failing.workflow_id), '[]') AS most_failing`;
  if (!row) throw new Error("Reading the statistics answered no row.");
  return row;
}
