import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { onCleanup } from "./cleanup";

/** A server on 127.0.0.1 that ends with the test that started it. */
export interface TestServer {
  url: string;
  port: number;
  /** how many connections were accepted */
  connections: () => number;
}

/** A raw TCP server: once a request's head has come, `respond` does with the socket what it likes. */
export async function startStub(respond: (socket: Socket, head: string) => void): Promise<TestServer> {
  const server = createServer((socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end === -1) return;
      const head = received.slice(0, end);
      received = "";
      respond(socket, head);
    });
  });
  return listen(server);
}

/** A stub that answers every request with exactly these bytes and closes the connection. */
export function startStubWith(head: readonly string[], body: string | Uint8Array = ""): Promise<TestServer> {
  return startStub((socket) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n`, "latin1");
    socket.end(body);
  });
}

export interface RecordedRequest {
  method: string;
  path: string;
  rawQuery: string;
  /** in order and as sent, each name with its value */
  headers: [name: string, value: string][];
  body: string;
}

export interface EchoServer extends TestServer {
  requests: RecordedRequest[];
}

type Handler = (request: IncomingMessage, response: ServerResponse, recorded: RecordedRequest) => void;

/** Records what it gets; answers what `handler` says, or 200 without a body. */
export async function startEcho(handler: Handler = (_request, response) => response.end()): Promise<EchoServer> {
  const requests: RecordedRequest[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = "", rawQuery = ""] = (request.url ?? "").split("?");
      const names = request.rawHeaders;
      const recorded: RecordedRequest = {
        method: request.method ?? "",
        path,
        rawQuery,
        headers: Array.from({ length: names.length / 2 }, (_, index) => [
          (names[2 * index] ?? "").toLowerCase(),
          names[2 * index + 1] ?? "",
        ]),
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(recorded);
      handler(request, response, recorded);
    });
  });
  return { ...(await listen(server)), requests };
}

/** The values that a request carried under one header name. */
export function headersNamed(request: RecordedRequest | undefined, name: string): string[] {
  return (request?.headers ?? []).filter(([candidate]) => candidate === name).map(([, value]) => value);
}

async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections };
}
