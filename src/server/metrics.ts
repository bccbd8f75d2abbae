import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "@/db/types";
import type { EngineMetrics } from "@/engine/metrics";
import { createEngineMetrics, createQueueGauges } from "@/engine/metrics-instruments";
import { QueueStatsCache, readQueueStats } from "@/engine/queue-stats";

/** What the web process counts, and how it is read. */
export interface WebMetrics {
  engine: EngineMetrics;
  render(): Promise<{ contentType: string; text: string }>;
}

export interface WebMetricsOptions {
  /** where the queue's figures are read */
  db: Database;
  wakeConnected(): boolean;
}

export function createWebMetrics(options: WebMetricsOptions): WebMetrics {
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
  new Gauge({
    name: "workflow_engine_wake_connected",
    help: "1 while this process's LISTEN connection is up; at 0 it polls.",
    registers,
    collect() {
      this.set(options.wakeConnected() ? 1 : 0);
    },
  });
  return {
    engine,
    async render() {
      setQueue(await queue.get());
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
