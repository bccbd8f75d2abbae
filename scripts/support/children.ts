import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fromRoot, rootDir } from "./paths";

/** How a process ended: its exit code, or 128 + the number of the signal that killed it, as shells count. */
export type ExitCode = number;

export interface ChildOptions {
  name: string;
  /** for Node: the module to run, and its arguments */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Called with each line of what the program prints, instead of passing it on. */
  onLine?: (line: string) => void;
}

export interface Child {
  name: string;
  pid: number;
  exited: Promise<ExitCode>;
  hasExited(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end and, when the time is up or `hurry` fires, kills it with all that it started. Resolves when it is gone. */
  stop(graceMs: number, hurry?: AbortSignal): Promise<void>;
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * A Node program in a session of its own, so that a terminal's Ctrl-C reaches this process only, and the order of
 * stopping is ours. A channel ties it to us: if we are killed, it notices.
 */
export function startChild(options: ChildOptions): Child {
  const lifeline = ["--import", fromRoot("scripts/support/lifeline.mjs")];
  const output = options.onLine ? "pipe" : "inherit";
  const child = spawn(process.execPath, [...lifeline, ...options.args], {
    cwd: rootDir,
    env: { ...(options.env ?? process.env), SUPERVISED_CHILD: "1" },
    stdio: ["ignore", output, options.onLine ? "pipe" : "inherit", "ipc"],
    detached: true,
  });
  if (options.onLine) readLines(child, options.onLine);
  let ended = false;
  const exited = new Promise<ExitCode>((resolve) => {
    const end = (code: ExitCode) => {
      ended = true;
      killGroup(child);
      resolve(code);
    };
    child.on("exit", (code, signal) => end(code ?? 128 + (signalNumbers[signal ?? "SIGKILL"] ?? 0)));
    child.on("error", () => end(127));
  });
  return {
    name: options.name,
    pid: child.pid ?? 0,
    exited,
    hasExited: () => ended,
    kill: (signal) => void child.kill(signal),
    async stop(graceMs, hurry) {
      if (ended) return;
      child.kill("SIGTERM");
      const kill = () => killGroup(child);
      const timer = setTimeout(kill, graceMs);
      hurry?.addEventListener("abort", kill, { once: true });
      if (hurry?.aborted) kill();
      await exited;
      clearTimeout(timer);
      hurry?.removeEventListener("abort", kill);
    },
  };
}

/** Runs a program to its end. If `signal` fires first, the program is stopped and the signal's reason thrown. */
export async function runChild(options: ChildOptions, signal: AbortSignal): Promise<ExitCode> {
  signal.throwIfAborted();
  const child = startChild(options);
  const stop = () => void child.stop(5_000);
  signal.addEventListener("abort", stop, { once: true });
  const code = await child.exited;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return code;
}

/** Its processes may outlive it by a moment (a build's helpers): they have its group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // nobody is left
  }
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", onLine);
  }
}
