import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on loopback that answers what a test says, 200 with `{}` until then. */
export interface Stub {
  url: string;
  /** how many requests came */
  requests: number;
  answer(listener: Listener): void;
  close(): Promise<void>;
}

export async function startStub(): Promise<Stub> {
  let listener: Listener = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
  const server = createServer((request, response) => {
    stub.requests++;
    request.resume();
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const stub: Stub = {
    url: `http://127.0.0.1:${port}`,
    requests: 0,
    answer: (next) => {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}
