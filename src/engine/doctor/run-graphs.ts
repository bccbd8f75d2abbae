import type { GraphPlan } from "@/core/graph/plan";
import type { Database } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import { BrokenDefinitionError, loadPlan } from "../load-plan";
import type { PlanCache } from "../plan-cache";

/**
 * The definitions of some runs as tables for a statement: SQL itself never looks into stored JSON. Versions that cannot be
 * read are not in there; what needs the graph says nothing about their runs.
 */
export interface RunGraphs {
  /** `edge(version_id, source, target, taken_output)`: taken if the source's output is that text, or for any if it is null */
  edges: Prisma.Sql;
  /** `graph_join(version_id, node_id, edges_in)`: the nodes that wait for all of their edges */
  joins: Prisma.Sql;
  /** `graph(version_id, trigger_id)` */
  graphs: Prisma.Sql;
}

interface EdgeRow {
  versionId: string;
  source: string;
  target: string;
  takenOutput: string | null;
}

/** Reads the versions that runs are pinned to; they are immutable, so it does not matter that this is a statement before. */
export async function loadRunGraphs(db: Database, plans: PlanCache, runs: Prisma.Sql): Promise<RunGraphs> {
  const rows = await db.$queryRaw<{ id: string }[]>`SELECT DISTINCT version_id::text AS id FROM ${runs}`;
  const known: [string, GraphPlan][] = [];
  for (const { id } of rows) {
    const plan = await readPlan(db, plans, id);
    if (plan) known.push([id, plan]);
  }
  return {
    edges: edgeTable(known.flatMap(([versionId, plan]) => edgeRows(versionId, plan))),
    joins: joinTable(known),
    graphs: Prisma.sql`unnest(${known.map(([id]) => id)}::uuid[], ${known.map(([, plan]) => plan.trigger.id)}::text[])
      AS graph(version_id, trigger_id)`,
  };
}

async function readPlan(db: Database, plans: PlanCache, versionId: string): Promise<GraphPlan | undefined> {
  try {
    return await loadPlan({ db, plans }, versionId);
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return undefined;
    throw error;
  }
}

function edgeRows(versionId: string, plan: GraphPlan): EdgeRow[] {
  return plan.order.flatMap((nodeId) =>
    plan.planned(nodeId).outgoing.map(({ source, target, branch }) => ({
      versionId,
      source,
      target,
      // Only conditions branch, and this is how their output is stored.
      takenOutput: branch === undefined ? null : `{"result":${branch}}`,
    })),
  );
}

function edgeTable(rows: readonly EdgeRow[]): Prisma.Sql {
  return Prisma.sql`unnest(
    ${rows.map(({ versionId }) => versionId)}::uuid[], ${rows.map(({ source }) => source)}::text[],
    ${rows.map(({ target }) => target)}::text[], ${rows.map(({ takenOutput }) => takenOutput)}::text[]
  ) AS edge(version_id, source, target, taken_output)`;
}

function joinTable(known: readonly [string, GraphPlan][]): Prisma.Sql {
  const rows = known.flatMap(([versionId, plan]) =>
    plan.order
      .map((nodeId) => plan.planned(nodeId))
      .filter(({ joinsAll }) => joinsAll)
      .map(({ node, incoming }) => ({ versionId, nodeId: node.id, incoming })),
  );
  return Prisma.sql`unnest(
    ${rows.map(({ versionId }) => versionId)}::uuid[], ${rows.map(({ nodeId }) => nodeId)}::text[],
    ${rows.map(({ incoming }) => incoming)}::int[]
  ) AS graph_join(version_id, node_id, edges_in)`;
}
