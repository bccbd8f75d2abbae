import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figures } from "./figures";
import { type LimitShape, narrowTable, productTable, setUpSingleRuns, singleRun } from "./limit-shapes";
import type { BenchOptions } from "./options";
import { microsecondsPerStep, postgresUse } from "./resources";
import { type BenchServer, connect } from "./server";
import { percentile, rounded } from "./statistics";

const cells = [
  { shape: narrowTable, clients: 1, batch: 1 },
  { shape: narrowTable, clients: 8, batch: 1 },
  { shape: narrowTable, clients: 1, batch: 50 },
  { shape: narrowTable, clients: 2, batch: 50 },
  { shape: productTable, clients: 1, batch: 1 },
  { shape: productTable, clients: 8, batch: 1 },
  { shape: productTable, clients: 1, batch: 50 },
  { shape: productTable, clients: 2, batch: 50 },
];

/** What this machine's PostgreSQL does at most when plain SQL is all there is. */
export async function measureLimit(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const measured: Figure[] = [];
  for (const { shape, clients, batch } of cells) {
    measured.push(...(await measureCell(server, shape, { clients, batch, seconds: options.limitSeconds })));
  }
  // One run, inserted, claimed and finished by itself.
  const times = await timeSingleRuns(server, options.latencyRuns);
  const p50 = rounded(percentile(times, 0.5), 2);
  const p99 = rounded(percentile(times, 0.99), 2);
  return [...measured, ...figures("limit", "one run in plain SQL", { p50: [p50, "ms"], p99: [p99, "ms"] })];
}

async function measureCell(
  server: BenchServer,
  shape: LimitShape,
  { clients, batch, seconds }: { clients: number; batch: number; seconds: number },
): Promise<Figure[]> {
  const database = await server.freshDatabase();
  try {
    await shape.setUp(database.client);
    await database.client.query("vacuum analyze");
    await database.client.query("checkpoint");
    const connections = await Promise.all(Array.from({ length: clients }, () => connect(database.url)));
    const before = await postgresUse(database.client, server.postmasterPid);
    const startedAt = performance.now();
    let steps = 0;
    await Promise.all(
      connections.map(async (client) => {
        while (performance.now() - startedAt < seconds * 1_000) {
          // Added once it is there: `steps += await …` would read the sum before the others have added to it.
          const done = await shape.round(client, batch);
          steps += done;
        }
      }),
    );
    const elapsed = performance.now() - startedAt;
    const after = await postgresUse(database.client, server.postmasterPid);
    await Promise.all(connections.map((client) => client.end()));
    return figures("limit", `${shape.name}, ${clients} client${clients === 1 ? "" : "s"}, batch ${batch}`, {
      "steps/s": [rounded((steps / elapsed) * 1_000), "1/s"],
      "PostgreSQL's CPU a step": [microsecondsPerStep(before.cpuSeconds, after.cpuSeconds, steps), "µs"],
      "WAL a step": [rounded((after.walBytes - before.walBytes) / steps), "B"],
    });
  } finally {
    await database.drop();
  }
}

/** With the same pauses as W2, in which caches and cores cool down alike. */
async function timeSingleRuns(server: BenchServer, runs: number): Promise<number[]> {
  const database = await server.freshDatabase();
  try {
    await setUpSingleRuns(database.client);
    for (let warmUp = 0; warmUp < 20; warmUp++) await singleRun(database.client);
    const times: number[] = [];
    for (let index = 0; index < runs; index++) {
      await sleep(10 + Math.random() * 20);
      const startedAt = performance.now();
      await singleRun(database.client);
      times.push(performance.now() - startedAt);
    }
    return times;
  } finally {
    await database.drop();
  }
}
