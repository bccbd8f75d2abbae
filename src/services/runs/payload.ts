import type { z } from "zod";
import type { runPayload } from "@/contracts/run-view";
import { notFound } from "@/core/errors";
import { JsonText } from "@/core/json";
import { readPayload } from "@/db/recent-payloads";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";

/** @throws AppError `not_found` */
export async function getRunPayload(context: RowContext, input: { id: string }): Promise<z.output<typeof runPayload>> {
  const id = requireUuid("run", input.id);
  const payload = await readPayload(context.db, id);
  if (payload === undefined) throw notFound("run", input.id);
  return { run_id: id, payload: new JsonText(payload) };
}
