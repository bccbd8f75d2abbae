import type { SecretUse } from "@/contracts/secrets";
import { secretReferences } from "@/core/graph/secret-references";
import { parseDefinition } from "@/core/graph/validate";
import { jsonOrUndefined } from "@/core/json";
import { type DefinitionInUse, readDefinitionsInUse } from "@/db/definitions-in-use";
import type { RowContext } from "../context";
import { requireSecretKey } from "./keys";

/**
 * What reads a secret and will still be executed: drafts, active workflows, and versions that unfinished runs are pinned to.
 * A secret need not exist for that.
 *
 * @throws AppError `not_found` for what is no key
 */
export async function secretUsage(
  context: RowContext,
  input: { key: string },
): Promise<{ key: string; uses: SecretUse[] }> {
  const key = requireSecretKey(input.key);
  const definitions = await readDefinitionsInUse(context.db, key);
  return { key, uses: definitions.flatMap((definition) => useOf(definition, key) ?? []) };
}

/**
 * The text alone can name the key in other places: in a message, or as a part of a longer key. A definition that was damaged
 * by hand is never executed, and must not hide the others.
 */
function useOf(use: DefinitionInUse, key: string): SecretUse | undefined {
  const parsed = parseDefinition(jsonOrUndefined(use.definition.text) ?? null);
  const references = parsed.ok ? secretReferences(parsed.definition) : [];
  const nodeIds = references.filter((reference) => reference.key === key).map(({ nodeId }) => nodeId);
  if (nodeIds.length === 0) return undefined;
  return {
    workflow_id: use.workflowId,
    workflow_name: use.workflowName,
    workflow_status: use.workflowStatus,
    version: use.version,
    kind: use.kind,
    is_current: use.isCurrent,
    open_runs: use.openRuns,
    node_ids: nodeIds,
  };
}
