import { type Child, startChild } from "../../../scripts/support/children";
import { fromRoot } from "../../../scripts/support/paths";
import { parseLogLine } from "../../support/log-lines";
import { memoryOf } from "../../support/memory";
import { until } from "../../support/until";
import { patienceMs } from "./patience";
import type { WorkerPrograms } from "./programs";

export interface LabWorker extends Child {
  /** as its row has it */
  id: string;
  /** what it has logged */
  log: Record<string, unknown>[];
  said(message: string): boolean;
}

export interface WorkerOptions {
  /** it may end by itself, and is no casualty then */
  mayEnd?: boolean;
  flags?: Record<string, number>;
  environment?: Record<string, string>;
  /** a module that is loaded before the worker */
  preload?: string;
  /** the product's worker, or the one with parts of the laboratory's own; left out: the product's */
  program?: "product" | "laboratory";
}

const memoryLookMs = 250;

/** The worker processes of a case. Whoever ends without having been told to is remembered. */
export class Fleet {
  readonly #environment: Record<string, string | undefined>;
  readonly #programs: WorkerPrograms;
  readonly #workers = new Set<LabWorker>();
  readonly #told = new Set<Child>();
  readonly #watch: NodeJS.Timeout;
  /** workers that ended by themselves, and how */
  readonly casualties: string[] = [];
  peakMemoryMb = 0;

  constructor(programs: WorkerPrograms, environment: Record<string, string | undefined>) {
    this.#programs = programs;
    this.#environment = environment;
    this.#watch = setInterval(() => this.#measure(), memoryLookMs);
    this.#watch.unref();
  }

  get living(): LabWorker[] {
    return [...this.#workers];
  }

  /** One of the workers that claim and were not told to end; waits for one if there is none. */
  one(pick: (workers: LabWorker[]) => LabWorker): Promise<LabWorker> {
    return until(
      "a worker claims",
      () => {
        const claiming = this.living.filter((worker) => worker.id !== "" && !this.#told.has(worker));
        return claiming.length > 0 && pick(claiming);
      },
      patienceMs,
    );
  }

  /** Resolves once the worker claims. */
  async start(options: WorkerOptions = {}): Promise<LabWorker> {
    const log: Record<string, unknown>[] = [];
    const flags = Object.entries(options.flags ?? {}).map(([name, value]) => `--${name}=${value}`);
    const preload = options.preload === undefined ? [] : ["--import", fromRoot(options.preload)];
    const child = startChild({
      name: "worker",
      args: [...preload, this.#programs[options.program ?? "product"], ...flags],
      env: { ...process.env, ...this.#environment, ...options.environment, NODE_ENV: "production" },
      onLine: (line) => void log.push(parseLogLine(line)),
    });
    const said = (message: string): boolean => log.some(({ msg }) => String(msg).includes(message));
    const worker: LabWorker = Object.assign(child, { log, said, id: "" });
    this.#workers.add(worker);
    // Before it runs: it may end before it is seen to claim.
    if (options.mayEnd) this.#told.add(worker);
    void child.exited.then((code) => {
      this.#workers.delete(worker);
      if (this.#told.has(worker)) return;
      const last = log.slice(-3).map((line) => JSON.stringify(line).slice(0, 300));
      this.casualties.push(`worker ${worker.id} ended by itself with ${code}: ${last.join(" ")}`);
    });
    await until("a worker claims", () => said("is claiming steps") || child.hasExited(), patienceMs);
    worker.id = String(log.find((line) => line.worker !== undefined)?.worker);
    return worker;
  }

  startMany(count: number, options: WorkerOptions = {}): Promise<LabWorker[]> {
    return Promise.all(Array.from({ length: count }, () => this.start(options)));
  }

  /** Ends a worker without a word. */
  async kill(worker: LabWorker): Promise<void> {
    this.#measure();
    this.#told.add(worker);
    worker.kill("SIGKILL");
    await worker.exited;
  }

  /** Asks a worker to end; resolves with its exit code. */
  terminate(worker: LabWorker): Promise<number> {
    this.#measure();
    this.#told.add(worker);
    worker.kill("SIGTERM");
    return worker.exited;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all(
      this.living.map((worker) => {
        worker.kill("SIGCONT");
        return this.kill(worker);
      }),
    );
  }

  #measure(): void {
    for (const { pid } of this.#workers) this.peakMemoryMb = Math.max(this.peakMemoryMb, memoryOf(pid)?.peakMb ?? 0);
  }
}
