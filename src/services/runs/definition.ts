import type { RunDefinition } from "@/contracts/run-view";
import { notFound } from "@/core/errors";
import { isJsonObject, JsonText, stringifyJson } from "@/core/json";
import { readRunVersion } from "@/db/run-version";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { jsonOrUndefined } from "../stored-json";

/**
 * The definition that a run was started on, whatever the workflow has become since. It never changes.
 *
 * @throws AppError `not_found`
 */
export async function getRunDefinition(context: RowContext, input: { id: string }): Promise<RunDefinition> {
  const id = requireUuid("run", input.id);
  const version = await readRunVersion(context.db, id);
  if (!version) throw notFound("run", input.id);
  // None, of one that was damaged by hand: the run is there all the same.
  const definition = jsonOrUndefined(version.definition);
  const part = (name: "nodes" | "edges"): JsonText =>
    new JsonText(stringifyJson(isJsonObject(definition) ? (definition[name] ?? []) : []));
  return { run_id: id, version: version.number, nodes: part("nodes"), edges: part("edges") };
}
