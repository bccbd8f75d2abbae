import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../scripts/support/failure";
import { fromRoot } from "../scripts/support/paths";
import { freePort } from "../scripts/support/ports";

export interface RedisServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** As Debian's package `redis-server` brings it. */
export function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** An empty one, below `.data` as PostgreSQL is, that appends each write to its file and syncs that each second. */
export async function startRedis(): Promise<RedisServer> {
  const directory = mkdtempSync(fromRoot(".data/bench-redis-"));
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: directory, appendonly: "yes", appendfsync: "everysec", save: "" };
  const child = spawn(
    "redis-server",
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: "ignore" },
  );
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await accepts(port)) return { url: `redis://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
    await sleep(50);
  }
  await stop();
  throw new Failure("redis-server did not answer within five seconds.");
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const tell = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => tell(true));
    socket.once("error", () => tell(false));
  });
}
