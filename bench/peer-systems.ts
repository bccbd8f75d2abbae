/** A system that the product is measured beside. */
export interface PeerSystem {
  /** as tables show it */
  system: string;
  /** its file in `bench/peers`, which runs it and measures it there */
  file: string;
  /** its way of working, where it has several */
  mode?: string;
  store: "PostgreSQL" | "Redis";
}

export const graphile = "graphile-worker";
export const graphileBatched = "graphile-worker, batched";
export const pgBoss = "pg-boss";
export const dbos = "DBOS";
export const bullmq = "BullMQ on Redis";

/** Each set up as its own documentation says that it is quickest; how, is in its file. */
export const peerSystems: readonly PeerSystem[] = [
  { system: graphile, file: "graphile-worker.ts", mode: "plain", store: "PostgreSQL" },
  { system: graphileBatched, file: "graphile-worker.ts", mode: "batched", store: "PostgreSQL" },
  { system: pgBoss, file: "pg-boss.ts", store: "PostgreSQL" },
  { system: dbos, file: "dbos.ts", store: "PostgreSQL" },
  { system: bullmq, file: "bullmq.ts", store: "Redis" },
];
