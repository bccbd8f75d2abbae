-- Part 1: what schema.prisma says, as Prisma's schema engine wrote it.

-- CreateIndex
CREATE INDEX "run_workflow_id_created_at_id_idx" ON "run"("workflow_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_version_id_idx" ON "run"("version_id");

-- Part 2: what schema.prisma cannot say, written by hand.

-- Autovacuum waits, by default, for a fifth of the table to be dead. Finished steps stay, so in a table with a long history
-- that is far more than the queue ever holds, and every claim steps over what lies dead at the head of its index. A fiftieth,
-- and no pauses: the queue is short of a vacuum sooner than of I/O. Measured: docs/performance.md.
ALTER TABLE "step_execution" SET (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.05,
    autovacuum_vacuum_cost_delay = 0
);
ALTER TABLE "run" SET (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.05,
    autovacuum_vacuum_cost_delay = 0
);

-- Published versions cannot be deleted, but for the frozen copies of test runs once no run is left on them: the foreign key of
-- run sees to that.
DROP TRIGGER "workflow_version_no_delete" ON "workflow_version";
CREATE TRIGGER "workflow_version_no_delete" BEFORE DELETE ON "workflow_version"
    FOR EACH ROW
    WHEN (OLD."published_at" IS NOT NULL AND OLD."kind" <> 'test')
    EXECUTE FUNCTION "workflow_version_frozen"();
