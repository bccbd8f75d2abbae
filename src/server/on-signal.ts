import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { closeWebProcess, endStreams } from "./web-process";

/** Next stops by itself once every request is answered; a browser that keeps one open must not hold it for ever. */
const deadlineMilliseconds = 5_000;
/** What does not close by then is closed by the end of the process. */
const closingMilliseconds = 1_000;
const sweepMilliseconds = 50;

export function stopOnSignals(): void {
  const servers = new Set<Server>();
  subscribe("http.server.request.start", (message) => {
    // The documented shape of this channel's messages.
    servers.add((message as { server: Server }).server);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopInTime(servers));
}

function stopInTime(servers: ReadonlySet<Server>): void {
  endStreams();
  // Next waits for every connection to close, and browsers keep those of their ended streams to open the next one.
  setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, sweepMilliseconds).unref();
  const exit = () => process.exit(0);
  setTimeout(() => {
    setTimeout(exit, closingMilliseconds);
    closeWebProcess().then(exit, exit);
  }, deadlineMilliseconds).unref();
}
