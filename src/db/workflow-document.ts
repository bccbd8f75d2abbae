import { JsonText } from "@/core/json";
import type { WorkflowStatus } from "@/core/state";
import type { Db } from "./types";

/** A workflow with its newest normal version: the draft's while a draft, the active one's afterwards. */
export interface WorkflowDocument {
  id: string;
  name: string;
  description: string;
  status: WorkflowStatus;
  createdAt: Date;
  updatedAt: Date;
  versionId: string;
  versionNumber: number;
  publishedAt: Date | null;
  /** `{ nodes, edges }` as they were saved */
  definition: JsonText;
}

/**
 * One statement, so that `updatedAt` and the definition are of one moment: a client that sends them back as
 * `expected_updated_at` must have seen what it overwrites.
 */
export async function readWorkflowDocument(db: Db, id: string): Promise<WorkflowDocument | undefined> {
  const [row] = await db.$queryRaw<(Omit<WorkflowDocument, "definition"> & { definition: string })[]>`
    SELECT workflow.id, workflow.name, workflow.description, workflow.status::text AS status,
      workflow.created_at AS "createdAt", workflow.updated_at AS "updatedAt",
      version.id AS "versionId", version.number AS "versionNumber", version.published_at AS "publishedAt",
      version.definition::text AS definition
    FROM workflow
    CROSS JOIN LATERAL (
      SELECT * FROM workflow_version
      WHERE workflow_id = workflow.id AND kind = 'normal'
      ORDER BY number DESC
      LIMIT 1
    ) AS version
    WHERE workflow.id = ${id}::uuid`;
  return row && { ...row, definition: new JsonText(row.definition) };
}
