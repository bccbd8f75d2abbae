import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "@/db/types";
import type { EngineMetrics } from "@/engine/metrics";
import { judgeScrape } from "@/engine/metrics-access";
import { createEngineMetrics, createQueueGauges } from "@/engine/metrics-instruments";
import { QueueStatsCache, readQueueStats } from "@/engine/queue-stats";

export interface WorkerMetricsOptions {
  /** who may read them */
  token: string;
  /** where the queue's figures are read */
  db: Database;
  version: string;
  concurrency: number;
  wakeConnected(): boolean;
  activeSteps(): number;
}

/** What this worker counts, and how it is read. */
export interface WorkerMetrics {
  engine: EngineMetrics;
  /** the figures, or undefined for a caller who does not know the token */
  scrape(authorization: string | undefined): Promise<{ contentType: string; text: string } | undefined>;
}

export function createWorkerMetrics(options: WorkerMetricsOptions): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const instruments = {
    counter: (definition: ConstructorParameters<typeof Counter>[0]) => new Counter({ ...definition, registers }),
    gauge: (definition: ConstructorParameters<typeof Gauge>[0]) => new Gauge({ ...definition, registers }),
    histogram: (definition: ConstructorParameters<typeof Histogram>[0]) => new Histogram({ ...definition, registers }),
  };
  const engine = createEngineMetrics(instruments);
  const setQueue = createQueueGauges(instruments);
  const queue = new QueueStatsCache(() => readQueueStats(options.db));
  addProcessGauges(registers, options);
  return {
    engine,
    async scrape(authorization) {
      if (judgeScrape(authorization, options.token) !== "granted") return undefined;
      setQueue(await queue.get());
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function addProcessGauges(registers: Registry[], options: WorkerMetricsOptions): void {
  new Gauge({
    name: "workflow_engine_build_info",
    help: "1; the label tells the release.",
    labelNames: ["version"],
    registers,
  }).set({ version: options.version }, 1);
  new Gauge({
    name: "workflow_engine_worker_concurrency",
    help: "Steps that this worker executes at the same time, at most.",
    registers,
  }).set(options.concurrency);
  new Gauge({
    name: "workflow_engine_worker_active_steps",
    help: "Steps that this worker is executing or writing.",
    registers,
    collect() {
      this.set(options.activeSteps());
    },
  });
  new Gauge({
    name: "workflow_engine_wake_connected",
    help: "1 while this process's LISTEN connection is up; at 0 it polls.",
    registers,
    collect() {
      this.set(options.wakeConnected() ? 1 : 0);
    },
  });
}
