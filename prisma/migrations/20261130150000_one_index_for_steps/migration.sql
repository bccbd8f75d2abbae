-- A node is enqueued once per run, and the steps of a run are found by it: one index says both. Each version of a step's row
-- is written to one index less, and its keys are compared by the run's id before any text is.
CREATE UNIQUE INDEX "step_execution_run_id_dedup_key_key" ON "step_execution"("run_id", "dedup_key");
DROP INDEX "step_execution_dedup_key_key";
DROP INDEX "step_execution_run_id_idx";
