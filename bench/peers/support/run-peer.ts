import { setTimeout as sleep } from "node:timers/promises";
import type { PeerLine } from "../../peer-line";
import { cpuOfTree } from "../../process-cpu";
import { type PeerArguments, readPeerArguments } from "./arguments";
import { Progress } from "./progress";

/** What every run is started with: the condition looks at `amount`. */
export const payload = { amount: 50 };

/** A system that works off queues or workflows, with nothing in it yet. */
export interface Peer {
  /** Puts runs of trigger → condition → log into the queue, the way it is quickest. No worker is there yet. */
  enqueue(runs: number): Promise<void>;
  startWorker(): Promise<void>;
  /** Starts one such run. It may resolve when the run is only started, or when it has finished. */
  startRun(): Promise<void>;
  /** Starts a run of one step that fans out to so many. */
  startFanOut(): Promise<void>;
}

/** Measures the workload that the command line names, prints one line of JSON, and ends the process. */
export async function runPeer(open: (options: PeerArguments, progress: Progress) => Promise<Peer>): Promise<never> {
  const options = readPeerArguments(process.argv.slice(2));
  const progress = new Progress();
  const peer = await open(options, progress);
  const line = await { W1: measureDrain, W2: measureRuns, W3: measureFanOuts }[options.workload](
    peer,
    progress,
    options,
  );
  process.stdout.write(`${JSON.stringify(line)}\n`, () => process.exit(0));
  return new Promise(() => undefined);
}

/** The clock runs from the first step's beginning to the end of the last run's last step. */
async function measureDrain(peer: Peer, progress: Progress, { runs, servers }: PeerArguments): Promise<PeerLine> {
  await peer.enqueue(runs);
  let before = readUse(servers);
  const drained = progress.until(runs, () => {
    before = readUse(servers);
  });
  await peer.startWorker();
  await drained;
  const after = readUse(servers);
  return {
    seconds: (after.at - before.at) / 1_000,
    cpuSeconds: after.own - before.own,
    ...(before.servers !== undefined && after.servers !== undefined
      ? { serverCpuSeconds: after.servers - before.servers }
      : {}),
  };
}

async function measureRuns(peer: Peer, progress: Progress, { latencyRuns }: PeerArguments): Promise<PeerLine> {
  await peer.startWorker();
  await sleep(500);
  const timeRun = () => time(progress, 1, () => peer.startRun());
  for (let warmUp = 0; warmUp < 20; warmUp++) await timeRun();
  const milliseconds: number[] = [];
  for (let index = 0; index < latencyRuns; index++) {
    // As long, and as irregular, as the pauses between the product's own runs.
    await sleep(10 + Math.random() * 20);
    milliseconds.push(await timeRun());
  }
  return { milliseconds };
}

/** The first are compiled while they run; so are the product's. */
const warmUps = 5;

async function measureFanOuts(peer: Peer, progress: Progress, { width }: PeerArguments): Promise<PeerLine> {
  await peer.startWorker();
  await sleep(500);
  const milliseconds: number[] = [];
  for (let index = 0; index < warmUps + 10; index++) {
    await sleep(100);
    const taken = await time(progress, width, () => peer.startFanOut());
    if (index >= warmUps) milliseconds.push(taken);
  }
  return { milliseconds };
}

async function time(progress: Progress, count: number, start: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const finished = progress.until(count).then(() => performance.now());
  await start();
  return (await finished) - startedAt;
}

interface Use {
  at: number;
  own: number;
  /** undefined where there is no /proc */
  servers: number | undefined;
}

function readUse(servers: readonly number[]): Use {
  const { user, system } = process.cpuUsage();
  const ofServers = servers.reduce<number | undefined>((sum, pid) => {
    const used = cpuOfTree(pid);
    return sum === undefined || used === undefined ? undefined : sum + used;
  }, 0);
  return { at: performance.now(), own: (user + system) / 1e6, servers: ofServers };
}
