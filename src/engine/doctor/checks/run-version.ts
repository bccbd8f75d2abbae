import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";

export const runVersion: RunCheck = {
  name: "run-version",
  rule: "a run is pinned to a published version of its own workflow",
  repair: "none: which of the two is right cannot be known",
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the run of workflow ' || run.workflow_id || ' has the version ' || version.number || ' of '
      || version.workflow_id || CASE WHEN version.published_at IS NULL THEN ', a draft' ELSE '' END AS what
    FROM ${runs} JOIN workflow_version AS version ON version.id = run.version_id
    WHERE version.workflow_id <> run.workflow_id OR version.published_at IS NULL`,
};
