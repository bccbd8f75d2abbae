import { definitionFormat } from "@/core/definition";
import type { JsonText } from "@/core/json";
import type { Transaction } from "./types";

export interface NewDraft {
  id: string;
  workflowId: string;
  number: number;
  definition: JsonText;
  actor: string;
}

export async function insertDraft(transaction: Transaction, draft: NewDraft): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO workflow_version (id, workflow_id, number, kind, definition, format, actor)
    VALUES (${draft.id}::uuid, ${draft.workflowId}::uuid, ${draft.number}, 'normal', ${draft.definition.text}::json,
      ${definitionFormat}, ${draft.actor})`;
}

export interface DraftChange {
  workflowId: string;
  definition: JsonText;
  actor: string;
}

/** Replaces the draft's definition; never that of a published version, which is immutable. Returns the draft's number. */
export async function replaceDraft(transaction: Transaction, change: DraftChange): Promise<number | undefined> {
  const [row] = await transaction.$queryRaw<{ number: number }[]>`
    UPDATE workflow_version
    SET definition = ${change.definition.text}::json, format = ${definitionFormat}, actor = ${change.actor}
    WHERE workflow_id = ${change.workflowId}::uuid AND kind = 'normal' AND published_at IS NULL
    RETURNING number`;
  return row?.number;
}

/** Freezes a draft for good. Returns false when it was published before. */
export async function publishDraft(transaction: Transaction, draft: { id: string; actor: string }): Promise<boolean> {
  const published = await transaction.$executeRaw`
    UPDATE workflow_version
    SET published_at = date_trunc('milliseconds', clock_timestamp()), actor = ${draft.actor}
    WHERE id = ${draft.id}::uuid AND published_at IS NULL`;
  return published > 0;
}

export interface TestVersion {
  id: string;
  workflowId: string;
  definition: JsonText;
  actor: string;
}

/** Freezes a copy of a definition for one test run. The workflow's row is locked, so that numbers do not collide. */
export async function insertTestVersion(transaction: Transaction, version: TestVersion): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO workflow_version (id, workflow_id, number, kind, definition, format, actor, published_at)
    SELECT ${version.id}::uuid, ${version.workflowId}::uuid, coalesce(max(number), 0) + 1, 'test',
      ${version.definition.text}::json, ${definitionFormat}, ${version.actor}, date_trunc('milliseconds', clock_timestamp())
    FROM workflow_version WHERE workflow_id = ${version.workflowId}::uuid AND kind = 'test'`;
}
