-- Part 1: what schema.prisma says, as Prisma's schema engine wrote it.

-- CreateEnum
CREATE TYPE "workflow_status" AS ENUM ('draft', 'active', 'archived');

-- CreateEnum
CREATE TYPE "version_kind" AS ENUM ('normal', 'test');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('pending', 'running', 'succeeded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "step_status" AS ENUM ('pending', 'running', 'succeeded', 'dead', 'cancelled', 'skipped', 'blocked');

-- CreateTable
CREATE TABLE "workflow" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" "workflow_status" NOT NULL DEFAULT 'draft',
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),

    CONSTRAINT "workflow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow_version" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "version_kind" NOT NULL DEFAULT 'normal',
    "definition" json NOT NULL,
    "format" INTEGER NOT NULL DEFAULT 1,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "status" "run_status" NOT NULL,
    "input" json NOT NULL,
    "trigger_type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "idempotency_fingerprint" TEXT,
    "concurrency_key" TEXT,
    "open_steps" INTEGER NOT NULL,
    "dead_steps" INTEGER NOT NULL DEFAULT 0,
    "error" json,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_execution" (
    "id" BIGSERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "node_type" TEXT NOT NULL,
    "status" "step_status" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL,
    "claim_number" BIGINT NOT NULL DEFAULT 0,
    "next_retry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "dedup_key" TEXT NOT NULL,
    "edges_in" INTEGER NOT NULL DEFAULT 1,
    "edges_decided" INTEGER NOT NULL DEFAULT 1,
    "edges_taken" INTEGER NOT NULL DEFAULT 1,
    "input" json,
    "output" json,
    "error" json,
    "locked_by" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_attempt" (
    "step_id" BIGINT NOT NULL,
    "claim_number" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "error" json,

    CONSTRAINT "step_attempt_pkey" PRIMARY KEY ("step_id","claim_number")
);

-- CreateTable
CREATE TABLE "secret" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),

    CONSTRAINT "secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "draining" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_event" (
    "id" BIGSERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
    "type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "run_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "workflow_created_at_id_idx" ON "workflow"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "workflow_version_workflow_id_kind_number_key" ON "workflow_version"("workflow_id", "kind", "number");

-- CreateIndex
CREATE INDEX "run_workflow_id_status_idx" ON "run"("workflow_id", "status");

-- CreateIndex
CREATE INDEX "run_created_at_id_idx" ON "run"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "run_workflow_id_idempotency_key_key" ON "run"("workflow_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "step_execution_status_next_retry_at_idx" ON "step_execution"("status", "next_retry_at");

-- CreateIndex
CREATE INDEX "step_execution_run_id_idx" ON "step_execution"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_execution_dedup_key_key" ON "step_execution"("dedup_key");

-- CreateIndex
CREATE UNIQUE INDEX "secret_key_key" ON "secret"("key");

-- CreateIndex
CREATE INDEX "run_event_run_id_id_idx" ON "run_event"("run_id", "id");

-- AddForeignKey
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "workflow_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_execution" ADD CONSTRAINT "step_execution_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_attempt" ADD CONSTRAINT "step_attempt_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "step_execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Part 2: what schema.prisma cannot say, written by hand. The schema comparison ignores partial indexes, checks,
-- triggers and storage parameters, so nothing here is dropped by a later generated migration.

-- A workflow has at most one draft.
CREATE UNIQUE INDEX "workflow_version_one_draft" ON "workflow_version"("workflow_id") WHERE "published_at" IS NULL;

-- The counters that decide when a run is finished, and how, are moved by arithmetic; below zero means a lost update.
ALTER TABLE "run"
    ADD CONSTRAINT "run_open_steps_not_negative" CHECK ("open_steps" >= 0),
    ADD CONSTRAINT "run_dead_steps_not_negative" CHECK ("dead_steps" >= 0);

-- Rows that are updated several times in their short active life: room for the new versions on the same page.
ALTER TABLE "run" SET (fillfactor = 80);
ALTER TABLE "step_execution" SET (fillfactor = 80);

-- updated_at strictly grows, whatever the clock does, so that (id, updated_at) names one state of the workflow.
CREATE FUNCTION "workflow_touch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."updated_at" := greatest(date_trunc('milliseconds', clock_timestamp()), OLD."updated_at" + interval '1 millisecond');
    RETURN NEW;
END
$$;

CREATE TRIGGER "workflow_touch" BEFORE UPDATE ON "workflow"
    FOR EACH ROW EXECUTE FUNCTION "workflow_touch"();

-- Runs are pinned to the version that they started on: once published it never changes.
CREATE FUNCTION "workflow_version_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'version % (%) of workflow % is published and can no longer be %',
        OLD."number", OLD."kind", OLD."workflow_id", CASE TG_OP WHEN 'DELETE' THEN 'deleted' ELSE 'changed' END
        USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;

CREATE TRIGGER "workflow_version_no_change" BEFORE UPDATE ON "workflow_version"
    FOR EACH ROW
    WHEN (
        OLD."published_at" IS NOT NULL
        AND (
            NEW."id" IS DISTINCT FROM OLD."id"
            OR NEW."workflow_id" IS DISTINCT FROM OLD."workflow_id"
            OR NEW."number" IS DISTINCT FROM OLD."number"
            OR NEW."kind" IS DISTINCT FROM OLD."kind"
            OR NEW."definition"::text IS DISTINCT FROM OLD."definition"::text
            OR NEW."format" IS DISTINCT FROM OLD."format"
            OR NEW."settings" IS DISTINCT FROM OLD."settings"
            OR NEW."published_at" IS DISTINCT FROM OLD."published_at"
        )
    )
    EXECUTE FUNCTION "workflow_version_frozen"();

CREATE TRIGGER "workflow_version_no_delete" BEFORE DELETE ON "workflow_version"
    FOR EACH ROW
    WHEN (OLD."published_at" IS NOT NULL)
    EXECUTE FUNCTION "workflow_version_frozen"();
