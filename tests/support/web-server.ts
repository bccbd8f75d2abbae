import { startWeb, waitUntilReady, webGraceMs } from "../../scripts/support/app-processes";
import type { Child } from "../../scripts/support/children";
import { freePort } from "../../scripts/support/ports";

/** It only keeps a test from hanging: a machine that has much else to do takes its time. */
const patienceMs = 300_000;

export interface WebServer {
  url: string;
  process: Child;
}

/** The web app as it runs in production, from the build that is there, on a port of its own; resolves once it is ready. */
export async function startWebServer(
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
  port?: number,
): Promise<WebServer> {
  const address = { host: "127.0.0.1", port: port ?? (await freePort()) };
  const url = `http://127.0.0.1:${address.port}`;
  const env = { ...environment, HOST: address.host, PORT: String(address.port), APP_URL: url };
  const process = startWeb(env, address, print);
  const ended = process.exited.then((code) => {
    throw new Error(`The web server ended with ${code}.`);
  });
  try {
    await Promise.race([waitUntilReady(address, new AbortController().signal, patienceMs), ended]);
  } catch (error) {
    await process.stop(webGraceMs);
    throw error;
  }
  return { url, process };
}
