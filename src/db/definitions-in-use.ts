import { JsonText } from "@/core/json";
import type { WorkflowStatus } from "@/core/state";
import { containing } from "./text-match";
import type { Db } from "./types";

export interface DefinitionInUse {
  workflowId: string;
  workflowName: string;
  workflowStatus: WorkflowStatus;
  version: number;
  kind: "normal" | "test";
  /** the version that a draft is edited in, or an active workflow is triggered on */
  isCurrent: boolean;
  /** runs of this version that are not finished */
  openRuns: number;
  /** `{ nodes, edges }` */
  definition: JsonText;
}

/**
 * The definitions that will still be executed and hold a text: the current version of every workflow that is not archived, and
 * every version that an unfinished run is pinned to.
 */
export async function readDefinitionsInUse(db: Db, text: string): Promise<DefinitionInUse[]> {
  const rows = await db.$queryRaw<(Omit<DefinitionInUse, "definition"> & { definition: string })[]>`
    SELECT workflow.id AS "workflowId", workflow.name AS "workflowName", workflow.status::text AS "workflowStatus",
      version.number AS version, version.kind::text AS kind, used.is_current AS "isCurrent", used.open_runs AS "openRuns",
      version.definition::text AS definition
    FROM workflow
    CROSS JOIN LATERAL (
      SELECT version_id, bool_or(is_current) AS is_current, sum(open_runs)::int AS open_runs
      FROM (
        SELECT version_id, false AS is_current, count(*) AS open_runs FROM run
        WHERE run.workflow_id = workflow.id AND run.status = ANY (ARRAY['pending', 'running']::run_status[])
        GROUP BY version_id
        UNION ALL
        (SELECT id, true, 0 FROM workflow_version
          WHERE workflow_id = workflow.id AND kind = 'normal' AND workflow.status <> 'archived'
          ORDER BY number DESC
          LIMIT 1)
      ) AS uses
      GROUP BY version_id
    ) AS used
    JOIN workflow_version AS version ON version.id = used.version_id
    WHERE version.definition::text LIKE ${containing(text)}
    ORDER BY workflow.name, workflow.id, version.kind, version.number DESC`;
  return rows.map((row) => ({ ...row, definition: new JsonText(row.definition) }));
}
