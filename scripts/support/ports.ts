import { createServer } from "node:net";

/** A loopback port that is free now. Another process may take it before it is used: be ready to try again. */
export async function freePort(): Promise<number> {
  const probe = await listen(0, "127.0.0.1");
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return typeof address === "object" && address ? address.port : 0;
}

/** Undefined if a server can listen there; otherwise the system's code for why not (`EADDRINUSE`, `EACCES`, …). */
export async function whyNotListen(port: number, host: string): Promise<string | undefined> {
  try {
    const probe = await listen(port, host);
    await new Promise<void>((resolve) => probe.close(() => resolve()));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function listen(port: number, host: string) {
  return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
