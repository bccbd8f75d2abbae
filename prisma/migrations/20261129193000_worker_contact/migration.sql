-- Since when this worker, or those whose place it took, have been in touch with the database without a gap.
-- AlterTable
ALTER TABLE "worker" ADD COLUMN "contact_since" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now());
