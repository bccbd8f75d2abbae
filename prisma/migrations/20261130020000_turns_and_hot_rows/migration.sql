-- Written by hand: none of this can be said in schema.prisma.

-- Workflows take turns in a long queue. A claim finds the next workflow that has pending steps by one look into this
-- index, at its newest step; what was claimed lies dead at the other end. It holds pending steps only.
CREATE INDEX "step_execution_turn_idx" ON "step_execution"("workflow_id", "next_retry_at" DESC) WHERE "status" = 'pending';

-- Only runs with a key are in the index that decides the race between equal starts: every other run was written to it
-- twice for nothing.
CREATE UNIQUE INDEX "run_idempotency_key_idx" ON "run"("workflow_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
DROP INDEX "run_workflow_id_idempotency_key_key";

-- More room on a page for the new versions of its rows: those that stay on their page are logged by their difference.
-- Measured: docs/performance.md.
ALTER TABLE "run" SET (fillfactor = 70);
ALTER TABLE "step_execution" SET (fillfactor = 70);
