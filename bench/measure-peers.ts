import { existsSync, readFileSync } from "node:fs";
import { Failure } from "../scripts/support/failure";
import { fromRoot } from "../scripts/support/paths";
import { type Figure, figures } from "./figures";
import { inlinedChain } from "./graphs";
import { measureSlowLatency } from "./latency";
import type { BenchOptions } from "./options";
import type { PeerLine } from "./peer-line";
import { type PeerTask, runPeerProcess } from "./peer-process";
import { graphileBatched, type PeerSystem, peerSystems } from "./peer-systems";
import { hasRedis, startRedis } from "./redis-server";
import { microsecondsPerStep } from "./resources";
import type { BenchDatabase, BenchServer } from "./server";
import { percentile, rounded } from "./statistics";
import { drain, withTrigger } from "./throughput";
import { oneSlowRun, slowCommits } from "./trouble";
import type { WorkloadName } from "./workload-names";

const installPeers =
  "npx -y pnpm@10.34.8 --dir bench/peers --ignore-workspace install --frozen-lockfile --ignore-scripts";

/**
 * The peers that this run measures. One that it cannot is told on standard error.
 *
 * @throws Failure if they are asked for and not installed
 */
export function choosePeers({ peers, quick }: BenchOptions): readonly PeerSystem[] {
  if (!peers) return [];
  if (!existsSync(fromRoot("bench/peers/node_modules/graphile-worker"))) {
    throw new Failure(
      `The peers are not installed. They are a package of their own, which this installs:\n  ${installPeers}`,
    );
  }
  const withRedis = !quick && hasRedis();
  if (!withRedis) {
    const why = quick ? "--quick" : "there is no redis-server on the PATH (Debian's package redis-server brings it)";
    process.stderr.write(`Left out: what needs Redis, because ${why}.\n`);
  }
  return peerSystems.filter(({ store }) => store !== "Redis" || withRedis);
}

/** What takes turns with the product. */
export interface Beside {
  peers: readonly PeerSystem[];
  n8n: boolean;
}

/** As their packages pin them. */
export function peerVersions({ peers, n8n }: Beside): { peers?: Record<string, string> } {
  const folders = [...(peers.length > 0 ? ["bench/peers"] : []), ...(n8n ? ["bench/peers/n8n"] : [])];
  const pinned = folders.map((folder) => {
    const manifest: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync(fromRoot(folder, "package.json"), "utf8"),
    );
    return manifest.dependencies;
  });
  return pinned.length === 0 ? {} : { peers: Object.assign({}, ...pinned) };
}

/** The same workload on each peer in turn, right after the product's own turn, on the same server. */
export async function measurePeers(
  server: BenchServer,
  options: BenchOptions,
  { workload, peers }: { workload: WorkloadName; peers: readonly PeerSystem[] },
): Promise<Figure[]> {
  if (peers.length === 0) return [];
  if (workload === "W6") return measureSlowCommits(server, options, peers);
  if (workload !== "W1" && workload !== "W2" && workload !== "W3") return [];
  const measured: Figure[] = [];
  for (const peer of peers) {
    const line = await runPeer(server, options, { peer, workload });
    measured.push(...figures(workload, peer.system, valuesOf(line, options, workload)));
  }
  if (workload !== "W1" || options.only.has("W6")) return measured;
  // Without all the rest of W6, which takes many minutes.
  const own = await drain(server, options, { graph: inlinedChain, trouble: slowCommits });
  return [
    ...measured,
    ...figures("W6", "2 ms a commit", withTrigger(own)),
    ...figures("W6", oneSlowRun, await measureSlowLatency(server, options, slowCommits)),
    ...(await measureSlowCommits(server, options, peers)),
  ];
}

async function measureSlowCommits(
  server: BenchServer,
  options: BenchOptions,
  peers: readonly PeerSystem[],
): Promise<Figure[]> {
  const peer = peers.find(({ system }) => system === graphileBatched);
  if (!peer) return [];
  const drained = await runPeer(server, options, { peer, workload: "W1", trouble: slowCommits });
  const single = await runPeer(server, options, { peer, workload: "W2", trouble: slowCommits });
  return [
    ...figures("W6", `${peer.system}, 2 ms a commit`, valuesOf(drained, options, "W1")),
    ...figures("W6", `${peer.system}, one run with 2 ms a commit`, valuesOf(single, options, "W2")),
  ];
}

interface PeerRun {
  peer: PeerSystem;
  workload: PeerTask["workload"];
  /** done before the peer starts, and undone after it has ended */
  trouble?(database: BenchDatabase): Promise<() => Promise<void>>;
}

async function runPeer(
  server: BenchServer,
  { runs, latencyRuns, width }: BenchOptions,
  { peer, workload, trouble }: PeerRun,
): Promise<PeerLine> {
  const sizes = { workload, runs, latencyRuns, width };
  if (peer.store === "Redis") {
    const redis = await startRedis();
    try {
      return await runPeerProcess(peer, { ...sizes, url: redis.url, serverPids: [redis.pid] });
    } finally {
      await redis.stop();
    }
  }
  const database = await server.emptyDatabase();
  try {
    const undo = await trouble?.(database);
    try {
      return await runPeerProcess(peer, { ...sizes, url: database.url, serverPids: [server.postmasterPid] });
    } finally {
      await undo?.();
    }
  } finally {
    await database.drop();
  }
}

/** The same metrics as the product's, so that each is found beside it. */
function valuesOf(
  line: PeerLine,
  { runs, width }: BenchOptions,
  workload: PeerTask["workload"],
): Record<string, [number | undefined, string]> {
  if ("seconds" in line) {
    const { seconds, cpuSeconds, serverCpuSeconds } = line;
    const steps = 3 * runs;
    const cpu = serverCpuSeconds === undefined ? undefined : cpuSeconds + serverCpuSeconds;
    return {
      "steps/s, trigger included": [rounded(steps / seconds), "1/s"],
      "CPU a step, trigger included": [microsecondsPerStep(0, cpu, steps), "µs"],
    };
  }
  const median = percentile(line.milliseconds, 0.5);
  if (workload === "W3") {
    return { time: [rounded(median, 1), "ms"], "steps/s": [rounded((width / median) * 1_000), "1/s"] };
  }
  return { p50: [rounded(median, 2), "ms"], p99: [rounded(percentile(line.milliseconds, 0.99), 2), "ms"] };
}
