import { z } from "zod";

/** The process is up. */
export const health = z.object({ status: z.literal("ok") });

/** The process can do its work. What fails instead is told in an error's details. */
export const readiness = z.object({
  status: z.literal("ready"),
  checks: z.object({ database: z.literal("ok"), migrations: z.literal("ok") }),
});
