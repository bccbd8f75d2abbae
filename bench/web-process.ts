import { startWeb, waitUntilReady, webGraceMs } from "../scripts/support/app-processes";
import { freePort } from "../scripts/support/ports";
import { ensureWebBuild } from "../scripts/support/web-build";
import type { BenchDatabase } from "./server";

export interface WebProcess {
  pid: number;
  url: string;
  stop(): Promise<unknown>;
}

interface WebOptions {
  database: Pick<BenchDatabase, "url">;
  fernetKey: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
}

/** The production web server on a database, built before if it is not; as on a laptop, open to whoever is there. */
export async function startWebProcess({
  database,
  fernetKey,
  env = {},
  signal = new AbortController().signal,
}: WebOptions): Promise<WebProcess> {
  await ensureWebBuild(signal);
  const address = { host: "127.0.0.1", port: await freePort() };
  const url = `http://127.0.0.1:${address.port}`;
  const settings = {
    ...process.env,
    DATABASE_URL: database.url,
    DIRECT_DATABASE_URL: database.url,
    FERNET_KEY: fernetKey,
    APP_URL: url,
    LOG_LEVEL: "silent",
    ...env,
  };
  const child = startWeb(settings, address, () => undefined);
  await waitUntilReady(address, signal);
  return { pid: child.pid, url, stop: () => child.stop(webGraceMs) };
}
