-- The hosts that a secret may be sent to; none: any.
-- AlterTable
ALTER TABLE "secret" ADD COLUMN "hosts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
