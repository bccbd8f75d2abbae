import type { Db } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import { type Found, findBroken, type IdRange, type WorkflowCheck } from "../check";

export const workflowVersions: WorkflowCheck = {
  name: "workflow-versions",
  rule: "an active workflow has a published version, a draft one that is not, an archived one either",
  repair: "none: save the workflow again, or archive it",
  find: (db: Db, { after, upTo }: IdRange): Promise<Found> =>
    findBroken(
      db,
      Prisma.sql`
        SELECT workflow.id AS run_id, 'the workflow is ' || workflow.status || ' with ' || version.published
          || ' published versions and ' || version.drafts || ' drafts' AS what
        FROM workflow CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE published_at IS NOT NULL) AS published,
            count(*) FILTER (WHERE published_at IS NULL) AS drafts
          FROM workflow_version WHERE workflow_id = workflow.id AND kind = 'normal'
        ) AS version
        WHERE workflow.id > ${after}::uuid AND workflow.id <= ${upTo}::uuid
          AND CASE workflow.status WHEN 'active' THEN published = 0 WHEN 'draft' THEN drafts = 0
            ELSE published + drafts = 0 END`,
    ),
};
