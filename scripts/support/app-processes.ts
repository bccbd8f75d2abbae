import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "./children";
import { Failure } from "./failure";
import { resolveModule } from "./paths";

interface Address {
  host: string;
  port: number;
}

/** The web server, without Next's banner: the supervisor says where it is once it is ready. */
export function startWeb(env: NodeJS.ProcessEnv, { host, port }: Address, print = printLine): Child {
  return startChild({
    name: "web server",
    args: [resolveModule("next/dist/bin/next"), "start", "--hostname", host, "--port", String(port)],
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    onLine: withoutBanner(print),
  });
}

export function startDevWeb(env: NodeJS.ProcessEnv, { host, port }: Address): Child {
  return startChild({
    name: "web server",
    args: [resolveModule("next/dist/bin/next"), "dev", "--hostname", host, "--port", String(port)],
    env: { ...env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
  });
}

/** The worker from its sources. */
const workerProgram: readonly string[] = ["--import", "tsx", "worker/index.ts"];

/** Its output is passed on, or handed to `onLine` line by line. */
export function startWorker(
  env: NodeJS.ProcessEnv,
  flags: string[] = [],
  onLine?: (line: string) => void,
  program = workerProgram,
): Child {
  return startChild({
    ...(onLine ? { onLine } : {}),
    name: "worker",
    args: [...program, ...flags],
    env: { ...env, NODE_ENV: "production" },
  });
}

/** How long a worker may take to end: the time it has for running steps, and a little to say goodbye. */
export const workerGraceMs = (shutdownTimeoutSeconds: number): number => shutdownTimeoutSeconds * 1_000 + 5_000;

export const webGraceMs = 8_000;

/** Waits until the web server says that it can do its work, or throws what it says instead. */
export async function waitUntilReady({ host, port }: Address, signal: AbortSignal, timeoutMs = 90_000): Promise<void> {
  const url = `${localUrl({ host, port })}/api/readyz`;
  const deadline = Date.now() + timeoutMs;
  let answer = "no answer yet";
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    // Until it listens, ask often; once it answers that something is missing, give it time.
    let pauseMs = 100;
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
      if (response.status === 200) return;
      answer = `${response.status} ${(await response.text()).slice(0, 500)}`;
      pauseMs = 500;
    } catch {
      // not listening yet
    }
    await sleep(pauseMs);
  }
  throw new Failure(`The web server runs but does not become ready. ${url}: ${answer}`);
}

/** Where this machine reaches a server that listens on `host`. */
export function localUrl({ host, port }: Address): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function withoutBanner(print: (line: string) => void): (line: string) => void {
  const banner = /^\s*(▲ Next\.js|- (Local|Network|Environments):|✓ (Running|Starting|Ready)\b|$)/;
  return (line) => {
    if (!banner.test(line)) print(line);
  };
}
