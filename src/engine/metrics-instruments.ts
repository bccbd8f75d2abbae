import { nodeTypes } from "@/core/kinds";
import type { EngineMetrics } from "./metrics";
import type { QueueStats } from "./queue-stats";

type Labels = Record<string, string>;

export interface InstrumentDefinition {
  name: string;
  help: string;
  labelNames?: string[];
}

export interface Counter {
  inc(labels: Labels, by?: number): void;
}
export interface Gauge {
  set(labels: Labels, value: number): void;
}
export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** Makes instruments of whatever library counts; the engine knows none. */
export interface Instruments {
  counter(definition: InstrumentDefinition): Counter;
  gauge(definition: InstrumentDefinition): Gauge;
  histogram(definition: InstrumentDefinition & { buckets: number[] }): Histogram;
}

/** From a condition's microseconds to the longest HTTP request that a step may make. */
const durationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const batchBuckets = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Error codes come from our own code and are some thirty; a defect there must not make series without end. */
const mostErrorCodes = 60;

/** Counts what the engine does, under the names of docs/guide/metrics.md. */
export function createEngineMetrics(instruments: Instruments): EngineMetrics {
  const batches = instruments.histogram({
    name: "workflow_engine_claim_batch_steps",
    help: "Steps that one claim was answered with; the count is the number of claims.",
    buckets: batchBuckets,
  });
  const durations = instruments.histogram({
    name: "workflow_engine_step_duration_seconds",
    help: "How long executors ran, by node type. Steps that run inline are not among them.",
    labelNames: ["node_type"],
    buckets: durationBuckets,
  });
  const tries = instruments.counter({
    name: "workflow_engine_step_tries_total",
    help: "Tries at steps that ended and were written, by node type and outcome.",
    labelNames: ["node_type", "outcome", "inline"],
  });
  const failures = instruments.counter({
    name: "workflow_engine_step_failures_total",
    help: "Tries that did not succeed, by error code.",
    labelNames: ["code"],
  });
  const refused = instruments.counter({
    name: "workflow_engine_results_refused_total",
    help: "Results that were not accepted: the lease was lost, the run cancelled, or they had been written before.",
  });
  const started = instruments.counter({
    name: "workflow_engine_runs_started_total",
    help: "Runs started by this process, by what triggered them.",
    labelNames: ["trigger_type"],
  });
  const finished = instruments.counter({
    name: "workflow_engine_runs_finished_total",
    help: "Runs finished by this process, by how they ended.",
    labelNames: ["status"],
  });
  const heartbeats = instruments.counter({
    name: "workflow_engine_heartbeat_failures_total",
    help: "Heartbeats that could not extend this process's leases.",
  });
  // A series that is there from the start has a rate at its first event.
  for (const status of ["succeeded", "failed", "cancelled"]) finished.inc({ status }, 0);
  failures.inc({ code: "worker_lost" }, 0);

  const boundedCode = boundedLabel(mostErrorCodes);
  const knownTypes = new Set<string>(nodeTypes);
  const boundedType = (nodeType: string): string => (knownTypes.has(nodeType) ? nodeType : "other");
  return {
    claimed: (steps) => batches.observe({}, steps),
    executed: (nodeType, seconds) => durations.observe({ node_type: boundedType(nodeType) }, seconds),
    tryEnded({ nodeType, outcome, errorCode, inline }) {
      tries.inc({ node_type: boundedType(nodeType), outcome, inline: String(inline) });
      if (errorCode !== undefined) failures.inc({ code: boundedCode(errorCode) });
    },
    resultRefused: () => refused.inc({}),
    workerLost: (count) => failures.inc({ code: "worker_lost" }, count),
    runStarted: (triggerType) => started.inc({ trigger_type: triggerType }),
    runsFinished: (status, runs) => finished.inc({ status }, runs),
    heartbeatFailed: () => heartbeats.inc({}),
  };
}

/** @returns how to set the queue's gauges; figures that are not to be had are NaN, which no alert takes for a number */
export function createQueueGauges(instruments: Instruments): (stats: QueueStats | undefined) => void {
  const databaseUp = instruments.gauge({
    name: "workflow_engine_database_up",
    help: "1 when the database answered the question for the queue's figures, else 0.",
  });
  const queue = instruments.gauge({
    name: "workflow_engine_queue_steps",
    help: "Unfinished steps of the whole system: due, scheduled for later, running, blocked. Counting stops at 50000.",
    labelNames: ["state"],
  });
  const dead = instruments.gauge({
    name: "workflow_engine_dead_steps",
    help: "Dead steps: the dead-letter queue. Counting stops at 50000.",
  });
  const oldest = instruments.gauge({
    name: "workflow_engine_oldest_due_step_age_seconds",
    help: "How long the step that has waited longest has been due; 0 when none is.",
  });
  const expired = instruments.gauge({
    name: "workflow_engine_expired_leases",
    help: "Running steps whose lease is over and that nobody has taken back yet.",
  });
  const workers = instruments.gauge({
    name: "workflow_engine_workers",
    help: "Workers that are known to the database, by state.",
    labelNames: ["state"],
  });
  return (stats) => {
    databaseUp.set({}, stats ? 1 : 0);
    for (const state of ["due", "scheduled", "running", "blocked"] as const) {
      queue.set({ state }, stats?.[state] ?? Number.NaN);
    }
    dead.set({}, stats?.dead ?? Number.NaN);
    oldest.set({}, stats?.oldestDueSeconds ?? Number.NaN);
    expired.set({}, stats?.expiredLeases ?? Number.NaN);
    workers.set({ state: "active" }, stats?.activeWorkers ?? Number.NaN);
    workers.set({ state: "draining" }, stats?.drainingWorkers ?? Number.NaN);
  };
}

/** Lets so many different values through; all later ones become "other". */
function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return "other";
    known.add(value);
    return value;
  };
}
