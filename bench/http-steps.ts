import { createServer } from "node:http";
import { workerNumbers } from "@/env";
import { type Figure, figures } from "./figures";
import { httpStep } from "./graphs";
import type { BenchOptions } from "./options";
import { microsecondsPerStep } from "./resources";
import type { BenchServer } from "./server";
import { rounded } from "./statistics";
import { drain } from "./throughput";

const answerMs = 20;
const mostRuns = 2_000;

/** W5: every run sends one request to a server on this machine that takes its time. */
export async function measureHttpSteps(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const answering = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end("{}"), answerMs);
  });
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  const address = answering.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  const host = `127.0.0.1:${address.port}`;
  try {
    const { runs, seconds, workerCpuSeconds, postgresCpuSeconds } = await drain(server, options, {
      graph: httpStep(`http://${host}/`),
      runs: Math.min(mostRuns, options.runs),
      env: { HTTP_ALLOW_HOSTS: host, HTTP_HOST_CONCURRENCY: String(slotsOf(options)) },
    });
    const allowed = (slotsOf(options) * 1_000) / answerMs;
    return figures("W5", `HTTP steps of ${answerMs} ms`, {
      "steps/s": [rounded(runs / seconds), "1/s"],
      "of what slots and answer time allow": [rounded(runs / seconds / allowed, 3), ""],
      "worker's CPU a step": [microsecondsPerStep(0, workerCpuSeconds, runs), "µs"],
      "PostgreSQL's CPU a step": [microsecondsPerStep(0, postgresCpuSeconds, runs), "µs"],
    });
  } finally {
    answering.closeAllConnections();
    answering.close();
  }
}

function slotsOf({ workerFlags }: BenchOptions): number {
  const index = workerFlags.indexOf("--concurrency");
  return index < 0 ? workerNumbers.WORKER_CONCURRENCY.initial : Number(workerFlags[index + 1]);
}
