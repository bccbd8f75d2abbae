import { expect } from "vitest";
import { backoffDefaults } from "@/core/backoff";
import type { Database } from "@/db/types";
import type { Child } from "../../scripts/support/children";
import { createActive, triggerRun } from "../integration/services/client";
import type { Graph } from "../integration/services/graphs";
import { type Answer, startWebApp, type WebApp } from "../integration/services/web-app";
import { brokenInvariants } from "./invariants";
import { chainOf, delay, note } from "./product-graphs";
import { type ProductWorker, type ProductWorkerOptions, startProductWorker } from "./product-worker";
import { startBundledWorker } from "./spawn-worker";
import { until } from "./until";

export interface StepError {
  code: string;
  message: string;
  details: unknown;
}

export interface ProductStep {
  node_id: string;
  name: string | null;
  status: string;
  attempt: number;
  next_retry_at: string | null;
  input: unknown;
  output: unknown;
  error: StepError | null;
  started_at: string;
  finished_at: string | null;
  attempts: { attempt: number; started_at: string; finished_at: string | null; error: StepError | null }[];
}

export interface ProductRun {
  id: string;
  workflow_id: string;
  version: number;
  status: string;
  input: unknown;
  error: { node_id: string; code: string; message: string } | null;
  steps: ProductStep[];
}

/** A worker process, and what it has printed. */
export interface SpawnedWorker extends Child {
  output: string[];
}

/**
 * The product as its users meet it: workflows are made, started and read over REST, and executed by real workers. Every
 * answer is held to the rules that hold for all of them.
 */
export interface Product {
  app: WebApp;
  db: Database;
  /** A worker in this process. */
  work(options?: ProductWorkerOptions): Promise<ProductWorker>;
  /** A worker in a process of its own; resolves once it claims. */
  spawnWorker(flags?: string[], environment?: Record<string, string>): Promise<SpawnedWorker>;
  /** Makes and activates a workflow, starts a run, and returns the run's id. A text is sent as the body, to the letter. */
  begin(graph: Graph, payload?: unknown): Promise<string>;
  read(runId: string): Promise<ProductRun>;
  /** The run's answer as it was sent. */
  readText(runId: string): Promise<string>;
  /** Waits for the run's end. */
  ended(runId: string): Promise<ProductRun>;
  /** `begin` and `ended` */
  run(graph: Graph, payload?: unknown): Promise<ProductRun>;
  /** Waits until a step is as a test wants it. */
  stepOf(runId: string, nodeId: string, wanted: (step: ProductStep) => boolean): Promise<ProductStep>;
  /** What must hold after every case, whatever it was: see the expectations. */
  expectSound(): Promise<void>;
  close(): Promise<void>;
}

interface ProductOptions {
  environment?: Record<string, string>;
  /** the first wait between two tries, of workers in this process */
  backoffMs?: number;
}

const livenessMs = 45_000;

export async function startProduct({ environment = {}, backoffMs = 200 }: ProductOptions = {}): Promise<Product> {
  const faults: string[] = [];
  const app = watched(await startWebApp({ HTTP_ALLOW_HOSTS: "127.0.0.1", ...environment }), faults);
  const { baseMs } = backoffDefaults;
  Object.assign(backoffDefaults, { baseMs: backoffMs });
  const workers: ProductWorker[] = [];
  const processes: SpawnedWorker[] = [];

  const readAnswer = async (runId: string): Promise<Answer<ProductRun>> => {
    const answer = await app.call<ProductRun>("GET", `/api/runs/${runId}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer;
  };
  const product: Product = {
    app,
    db: app.db,
    async work(options) {
      // Not before the environment is set.
      const { env } = await import("@/env");
      const worker = startProductWorker(env(), options);
      let stopped: Promise<void> | undefined;
      const once = { ...worker, stop: (timeoutMs?: number) => (stopped ??= worker.stop(timeoutMs)) };
      workers.push(once);
      return once;
    },
    async spawnWorker(flags = [], changes = {}) {
      const output: string[] = [];
      const quick = ["--lease-seconds", "1", "--poll-interval-ms", "50", "--shutdown-timeout-seconds", "2"];
      const env = { ...process.env, LOG_LEVEL: "info", ...changes };
      const worker = Object.assign(
        startBundledWorker(env, [...quick, ...flags], (line) => void output.push(line)),
        { output },
      );
      processes.push(worker);
      await until(
        "the worker claims",
        () => {
          if (worker.hasExited()) throw new Error(output.join("\n"));
          return output.some((line) => line.includes("is claiming steps"));
        },
        livenessMs,
      );
      return worker;
    },
    begin: async (graph, payload = {}) => triggerRun(app, (await createActive(app, graph)).id, payload),
    read: async (runId) => (await readAnswer(runId)).body,
    readText: async (runId) => (await readAnswer(runId)).text,
    ended: (runId) =>
      until(
        `the run ${runId} ends`,
        async () => {
          const run = await product.read(runId);
          return run.status !== "pending" && run.status !== "running" && run;
        },
        livenessMs,
      ),
    run: async (graph, payload) => product.ended(await product.begin(graph, payload)),
    stepOf: (runId, nodeId, wanted) =>
      until(
        `the step ${nodeId}`,
        async () => (await product.read(runId)).steps.find((step) => step.node_id === nodeId && wanted(step)),
        livenessMs,
      ),
    async expectSound() {
      const trivial = await product.run(chainOf(delay("pause", 0), note("note", "still here")));
      expect(trivial.status, "a trivial run still works").toBe("succeeded");
      expect(faults, "no answer is a 500 or shows a stack trace").toEqual([]);
      expect(await brokenInvariants(app.db)).toEqual([]);
      expect(await stranded(app.db), "an unfinished run has something that is due, or is being executed").toEqual([]);
    },
    async close() {
      Object.assign(backoffDefaults, { baseMs });
      await Promise.all(workers.map((worker) => worker.stop(0)));
      await Promise.all(processes.map((worker) => worker.stop(5_000)));
      await app.close();
    },
  };
  return product;
}

export function stepIn(run: ProductRun, nodeId: string): ProductStep {
  const [step, ...more] = run.steps.filter((candidate) => candidate.node_id === nodeId);
  if (!step || more.length > 0) throw new Error(`${more.length > 0 ? "Two steps" : "No step"} of ${nodeId}.`);
  return step;
}

export function outputIn(run: ProductRun, nodeId: string): unknown {
  return stepIn(run, nodeId).output;
}

/** The message of a log step. */
export function messageIn(run: ProductRun, nodeId: string): unknown {
  // A log's output has one.
  return (outputIn(run, nodeId) as { message: unknown } | null)?.message;
}

function watched(app: WebApp, faults: string[]): WebApp {
  const check = <Body>(what: string, answer: Answer<Body>): Answer<Body> => {
    const showsStack = /\n\s+at .+:\d+:\d+|\\n\s+at [^"]+:\d+:\d+|node_modules\//.test(answer.text);
    if (answer.status >= 500 || showsStack) faults.push(`${what}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer;
  };
  return {
    ...app,
    call: async (method, url, options) => check(`${method} ${url}`, await app.call(method, url, options)),
    send: async (request) => check(`${request.method} ${request.url}`, await app.send(request)),
  };
}

async function stranded(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM run WHERE status IN ('pending', 'running') AND NOT EXISTS (
      SELECT FROM step_execution AS step WHERE step.run_id = run.id AND (
        (step.status = 'pending' AND step.next_retry_at IS NOT NULL)
        OR (step.status = 'running' AND step.lease_expires_at IS NOT NULL)))`;
  return rows.map(({ id }) => id);
}
