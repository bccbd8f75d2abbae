import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../scripts/support/ports";

/** The product, started a second time for one test, with a database of its own: it can be stopped and started again. */
export class OwnApp {
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), "workflow-engine-e2e-own-"));
  readonly #port: number;
  #process: ChildProcess | undefined;

  readonly #environment: Record<string, string>;
  #output = "";

  private constructor(port: number, environment: Record<string, string>) {
    this.#port = port;
    this.#environment = environment;
  }

  static async create(environment: Record<string, string> = {}): Promise<OwnApp> {
    const app = new OwnApp(await freePort(), environment);
    await app.start();
    return app;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** what it has printed */
  get output(): string {
    return this.#output;
  }

  async start(): Promise<void> {
    const env = { ...process.env, PORT: String(this.#port), HOST: "127.0.0.1", APP_URL: this.url };
    const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
      env: { ...env, DATA_DIR: this.#dataDir, DATABASE_URL: "", LOG_LEVEL: "warn", ...this.#environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.on("data", (chunk: Buffer) => {
      this.#output += chunk.toString("utf8");
    });
    this.#process = child;
    while (!(await isReady(this.url))) {
      if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await exited;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
