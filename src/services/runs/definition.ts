import type { RunDefinition } from "@/contracts/run-view";
import { notFound } from "@/core/errors";
import { JsonText } from "@/core/json";
import { readRunVersion } from "@/db/run-version";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";

/**
 * The definition that a run was started on, whatever the workflow has become since. It never changes. As it is
 * stored: of one that was damaged by hand a part may be missing, or be anything; the run is there all the same.
 *
 * @throws AppError `not_found`
 */
export async function getRunDefinition(context: RowContext, input: { id: string }): Promise<RunDefinition> {
  const id = requireUuid("run", input.id);
  const version = await readRunVersion(context.db, id);
  if (!version) throw notFound("run", input.id);
  const { number, nodes, edges } = version;
  return { run_id: id, version: number, nodes: new JsonText(nodes ?? "[]"), edges: new JsonText(edges ?? "[]") };
}
