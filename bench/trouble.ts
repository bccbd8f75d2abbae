import { measureFairness } from "./fairness";
import { type Figure, figures } from "./figures";
import { inlinedChain } from "./graphs";
import { measureSlowLatency } from "./latency";
import type { BenchOptions } from "./options";
import { type BenchDatabase, type BenchServer, connect } from "./server";
import { type DrainOptions, drain, ofClaims, withTrigger } from "./throughput";

/** W6: W1 where something is in its way, and a small run where another workflow's queue is. */
export async function measureTrouble(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const troubles: [string, Partial<DrainOptions>][] = [
    ["empty table", { thenClaimed }],
    ...options.histories.map((history): [string, Partial<DrainOptions>] => [
      `${history} finished steps`,
      { history, thenClaimed },
    ]),
    ["an old snapshot held", { trouble: holdSnapshot }],
    ["2 ms a commit", { trouble: slowCommits }],
  ];
  const measured: Figure[] = [];
  for (const [system, trouble] of troubles) {
    const drained = await drain(server, options, { graph: inlinedChain, ...trouble });
    measured.push(...figures("W6", system, { ...withTrigger(drained), ...ofClaims(drained) }));
  }
  measured.push(...figures("W6", oneSlowRun, await measureSlowLatency(server, options, slowCommits)));
  return [...measured, ...(await measureFairness(server, options))];
}

/** Runs that are queued once W1 is through, to time the claims alone. */
const thenClaimed = 5_000;

/** Until a client has read it: the time that PostgreSQL keeps of a commit is from before its delay. */
export const oneSlowRun = "one run with 2 ms a commit, until a client has read it";

async function holdSnapshot({ url }: BenchDatabase): Promise<() => Promise<void>> {
  const client = await connect(url);
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from workflow");
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

/** A cloud's disk: every commit takes 2 ms more. */
export async function slowCommits({ client }: Pick<BenchDatabase, "client">): Promise<() => Promise<void>> {
  await client.query("alter system set commit_delay = 2000");
  await client.query("alter system set commit_siblings = 0");
  await client.query("select pg_reload_conf()");
  return async () => {
    await client.query("alter system reset commit_delay");
    await client.query("alter system reset commit_siblings");
    await client.query("select pg_reload_conf()");
  };
}
