-- Lists of runs by status, their counts and the dashboard's statistics, all without a sort.

-- What the statistics read lies in the index: a window over a million runs is one pass over it, and none over the table.
-- A run's row enters every index anew when its status changes, so the added columns cost room, and no more writes.
-- CreateIndex
CREATE INDEX "run_status_statistics_idx" ON "run"("status", "created_at" DESC, "id" DESC, "workflow_id", "trigger_type", "finished_at");

-- AlterTable
ALTER TABLE "step_execution" ADD COLUMN "error_key" TEXT;


-- Part 2: what schema.prisma cannot say, written by hand.

-- What an error has in common with others of its kind: its code, and its message without what differs from run to run:
-- ids, quoted values and numbers, but for the status that an HTTP server answered. It reads the text of the JSON, never
-- its values: a "\u0000" in one would be an error.
CREATE FUNCTION "step_error_key"("error" text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT left(
        coalesce(substring("error" from '^\s*\{\s*"code"\s*:\s*"([^"\\]{1,64})"'), 'error') || ': ' ||
        regexp_replace(
            regexp_replace(
                regexp_replace(
                    regexp_replace(
                        replace(left(coalesce(
                            substring("error" from '"message"\s*:\s*"((?:[^"\\]|\\.)*)"'), 'The step failed.'), 400), '\"', '"'),
                        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '*', 'gi'),
                    '"[^"]*"', '"*"', 'g'),
                '\m(?=[a-f]*[0-9])[0-9a-f]{16,}\M', '*', 'gi'),
            '(?<! answered )(?<![0-9])[0-9]+([.,:][0-9]+)*', '#', 'g'),
        300)
$$;

-- A step dies at several places; none of them can forget its key here. For all other steps a trigger's condition is all
-- that this costs.
CREATE FUNCTION "step_execution_died"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."error_key" := "step_error_key"(NEW."error"::text);
    RETURN NEW;
END
$$;

CREATE TRIGGER "step_execution_died" BEFORE INSERT OR UPDATE OF "status" ON "step_execution"
    FOR EACH ROW WHEN (NEW."status" = 'dead') EXECUTE FUNCTION "step_execution_died"();

UPDATE "step_execution" SET "status" = 'dead' WHERE "status" = 'dead';

-- The dead-letter queue, the latest first, and its groups: only dead steps, and all that groups are made of.
CREATE INDEX "step_execution_dead_idx" ON "step_execution"("finished_at" DESC, "id" DESC)
    INCLUDE ("workflow_id", "node_id", "error_key", "run_id") WHERE "status" = 'dead';
