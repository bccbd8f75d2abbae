import { spawn } from "node:child_process";
import { fromRoot, rootDir } from "./paths";

/**
 * Runs a package's program in the foreground: in our process group, so that a terminal's Ctrl-C reaches it as well.
 * When `stop` fires it is asked to end; then the signal's reason is thrown.
 */
export async function runTool(
  module: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<number> {
  stop.throwIfAborted();
  const child = spawn(process.execPath, [fromRoot("node_modules", module), ...args], {
    cwd: rootDir,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const end = () => void child.kill("SIGTERM");
  stop.addEventListener("abort", end, { once: true });
  const code = await new Promise<number>((resolve) => {
    child.on("exit", (exitCode) => resolve(exitCode ?? 1));
    child.on("error", () => resolve(127));
  });
  stop.removeEventListener("abort", end);
  stop.throwIfAborted();
  return code;
}
