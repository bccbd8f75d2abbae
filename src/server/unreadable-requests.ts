import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer } from "./answer-headers";

interface Refusal {
  status: string;
  code: string;
  message: string;
}

/** What Node's parser gives up on, by its own codes. No route sees these requests, and none of their words is repeated. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "headers_too_large",
    message: "The address and headers of the request are longer than 16 KB.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: "413 Payload Too Large",
    code: "payload_too_large",
    message: "The extensions of the body's chunks are too long.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    code: "request_timeout",
    message: "The request did not arrive in time.",
  },
};

const malformed: Refusal = {
  status: "400 Bad Request",
  code: "malformed_request",
  message: "This is not a request of HTTP/1.1.",
};

/** Servers that answer so already, and the newest answer on each connection. */
const servers = new WeakSet<Server>();
const answers = new WeakMap<Duplex, ServerResponse>();

/** Answers what cannot be read as a request in the form of all errors; Node alone would send a bare status. */
export function answerUnreadableRequests(server: Server): void {
  if (servers.has(server)) return;
  servers.add(server);
  server.on("clientError", refuse);
}

/** To be called with each request: the connection may say something else only before or after its answer. */
export function rememberAnswer(socket: Duplex, response: ServerResponse): void {
  answers.set(socket, response);
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const answer = answers.get(socket);
  const isAnswering = answer?.headersSent === true && !answer.writableFinished;
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, ...rest } = refusals[error.code ?? ""] ?? malformed;
  socket.end(errorAnswer(status, rest), () => socket.destroy());
}
