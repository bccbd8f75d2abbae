import { startChild } from "../scripts/support/children";
import { type PeerLine, readPeerLine } from "./peer-line";
import type { PeerSystem } from "./peer-systems";

/** What a peer is waited for; the slowest need seconds. */
const mostMs = 300_000;

export interface PeerTask {
  workload: "W1" | "W2" | "W3";
  /** of its database, or of Redis */
  url: string;
  runs: number;
  latencyRuns: number;
  width: number;
  /** processes whose CPU is the peer's, too */
  serverPids: readonly number[];
}

/** Runs a peer in a process of its own, which measures itself, and ends. */
export async function runPeerProcess({ system, file, mode = "" }: PeerSystem, task: PeerTask): Promise<PeerLine> {
  let line: PeerLine | undefined;
  const said: string[] = [];
  const flags = {
    workload: task.workload,
    url: task.url,
    mode,
    runs: task.runs,
    "latency-runs": task.latencyRuns,
    width: task.width,
    servers: task.serverPids.join(","),
  };
  const child = startChild({
    name: system,
    args: [
      "--import",
      "tsx",
      `bench/peers/${file}`,
      ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    ],
    env: { ...process.env, NODE_ENV: "production" },
    onLine: (text) => {
      const read = readPeerLine(text);
      if (read) line = read;
      else said.push(text);
    },
  });
  const timer = setTimeout(() => void child.stop(0), mostMs);
  const code = await child.exited;
  clearTimeout(timer);
  if (!line) {
    const why = `${system} ended with ${code} and told nothing of ${task.workload}`;
    throw new Error(`${why}:\n${said.slice(-20).join("\n")}`);
  }
  return line;
}
