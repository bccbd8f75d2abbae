import { spawn } from "node:child_process";

export interface Command {
  /** what it has printed so far */
  output(): string;
  exited: Promise<number>;
  hasExited(): boolean;
  /** Asks it to stop, as a service manager does, and returns its exit code. */
  terminate(): Promise<number>;
}

/** One of the commands in scripts/ of a checkout, in a process group of its own, that goes on until it is told to stop. */
export function startCommand(
  directory: string,
  script: string,
  args: string[],
  env: Record<string, string | undefined>,
): Command {
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  let ended = false;
  const exited = new Promise<number>((resolve) =>
    child.on("close", (code) => {
      ended = true;
      resolve(code ?? -1);
    }),
  );
  return {
    output: () => output,
    exited,
    hasExited: () => ended,
    terminate: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}
