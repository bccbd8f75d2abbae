import { plainArray, textArray } from "@/db/array-literal";
import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import type { EngineContext } from "./context";
import { dedupKeyOf } from "./inline";
import { smallValueBytes } from "./small-value";
import { StepOutputs } from "./step-outputs";

export interface OutputRequest {
  runId: string;
  nodeIds: readonly string[];
}

interface OutputRow {
  run_id: string;
  node_id: string;
  /** null: the step has not succeeded */
  bytes: number | null;
  output: string | null;
}

/**
 * The outputs that a batch of executions refers to, in one statement; looked up by dedup key, which has its index. Of a
 * large one only the size: whoever reads it loads it when there is room for it.
 *
 * @returns outputs by run id; a step without a row is absent, one that is not finished is marked so
 */
export async function loadOutputs(
  engine: Pick<EngineContext, "db">,
  requests: readonly OutputRequest[],
): Promise<Map<string, StepOutputs>> {
  const byRun = new Map(requests.map(({ runId }) => [runId, new StepOutputs()]));
  const wanted = new Map(
    requests.flatMap(({ runId, nodeIds }) => nodeIds.map((nodeId) => [dedupKeyOf(runId, nodeId), runId] as const)),
  );
  if (wanted.size === 0) return byRun;
  const rows = await runStatement<OutputRow>(
    engine.db,
    Prisma.sql`
    SELECT run_id, node_id, CASE WHEN status = 'succeeded' THEN octet_length(output::text) END AS bytes,
      CASE WHEN status = 'succeeded' AND octet_length(output::text) <= ${smallValueBytes} THEN output::text END AS output
    FROM unnest(${plainArray([...wanted.values()])}::uuid[], ${textArray([...wanted.keys()])}::text[]) AS wanted(run_id, dedup_key)
      JOIN step_execution USING (run_id, dedup_key)`,
  );
  for (const row of rows) {
    const outputs = byRun.get(row.run_id);
    if (row.bytes === null) outputs?.unfinished(row.node_id);
    else if (row.output === null) outputs?.large(row.node_id, row.bytes);
    else outputs?.stored(row.node_id, row.output);
  }
  return byRun;
}
