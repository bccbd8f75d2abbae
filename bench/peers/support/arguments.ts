import { parseArgs } from "node:util";

export interface PeerArguments {
  workload: "W1" | "W2" | "W3";
  /** of the database, or of Redis */
  url: string;
  /** the peer's way of working, where it has several */
  mode: string;
  /** that W1 drains */
  runs: number;
  /** that W2 starts, one after the other */
  latencyRuns: number;
  /** parallel steps of W3 */
  width: number;
  /** PostgreSQL's process, and Redis's: their CPU is the peer's */
  servers: number[];
}

/** What the harness writes on a peer's command line. */
export function readPeerArguments(args: readonly string[]): PeerArguments {
  const text = { type: "string", default: "" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      workload: text,
      url: text,
      mode: text,
      runs: text,
      "latency-runs": text,
      width: text,
      servers: text,
    },
  });
  const { workload, url, mode } = values;
  if (workload !== "W1" && workload !== "W2" && workload !== "W3") throw new Error(`--workload is "${workload}".`);
  return {
    workload,
    url,
    mode,
    runs: positive("runs", values.runs),
    latencyRuns: positive("latency-runs", values["latency-runs"]),
    width: positive("width", values.width),
    servers: values.servers.split(",").map((pid) => positive("servers", pid)),
  };
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${flag} is "${text}", not a whole number from 1.`);
  return value;
}
