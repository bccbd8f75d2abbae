import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fromRoot, rootDir } from "./paths";

export interface Keeper {
  dismiss(): Promise<void>;
}

/**
 * Stops the embedded database if this process is killed before it could. It is a shell that waits, in a session of its
 * own, for a line on a pipe whose other end only this process has: the pipe's end without that line is this process's.
 */
export function startKeeper(dataDir: string): Keeper {
  if (process.platform === "win32") return { dismiss: () => Promise.resolve() };
  const script = 'read -r word; test "$word" = dismissed || exec "$@"';
  const onEnd = [process.execPath, "--import", "tsx", fromRoot("scripts/support/stop-unused-database.ts"), dataDir];
  const keeper = spawn("sh", ["-c", script, "database-keeper", ...onEnd], {
    cwd: rootDir,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => {
    keeper.on("exit", () => resolve());
    keeper.on("error", () => resolve());
  });
  const pipe = keeper.stdin as Socket;
  pipe.on("error", () => undefined);
  pipe.unref();
  keeper.unref();
  return {
    dismiss() {
      keeper.ref();
      pipe.end("dismissed\n");
      return gone;
    },
  };
}
