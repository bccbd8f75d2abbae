import { z } from "zod";
import type { ApiDocument } from "@/contracts/api-document";
import { openApiDocument } from "../openapi";
import { procedure, router } from "../trpc";

/** Made by ourselves, and checked against the standard by a test. */
const document = z.custom<ApiDocument>();

export const systemRouter = router({
  apiDocument: procedure.output(document).query(() => openApiDocument()),
});
