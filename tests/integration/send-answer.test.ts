import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RestAnswer } from "@/server/rest-response";
import { sendAnswer } from "@/server/send-answer";
import { streamText } from "@/server/stream-text";

/* What goes over the wire of an answer that Node's server sends itself. */

let answer: RestAnswer;
let failures: unknown[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.on("error", () => undefined);
    sendAnswer(answer, request, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

interface Received {
  status: number;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
  complete: boolean;
}

function ask(given: Partial<RestAnswer>, options: { method?: string; headers?: Record<string, string> } = {}) {
  answer = { status: 200, headers: { "content-type": "text/plain" }, cookies: [], body: null, ...given };
  failures = [];
  return new Promise<Received>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = httpRequest({ port, host: "127.0.0.1", ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.on("close", () => {
        const { statusCode: status = 0, headers, complete } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks), complete });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

const takesGzip = { headers: { "accept-encoding": "gzip" } };
const long = "ä".repeat(600);

async function* pieces(...texts: (string | Error)[]): AsyncGenerator<string, void> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

it("is the status, the headers, each cookie and the body, with its length", async () => {
  const cookies = ["session=1; Path=/", "other=2"];
  const { status, headers, bytes } = await ask({ status: 202, cookies, body: "ä" });
  expect({ status, text: bytes.toString() }).toEqual({ status: 202, text: "ä" });
  expect(headers).toMatchObject({ "content-type": "text/plain", "content-length": "2", "set-cookie": cookies });
});

it("has no body where there is none", async () => {
  expect(await ask({ status: 204 })).toMatchObject({ status: 204, complete: true, bytes: Buffer.alloc(0) });
  const { headers, bytes } = await ask({}, { method: "HEAD" });
  expect({ type: headers["content-type"], size: bytes.length }).toEqual({ type: "text/plain", size: 0 });
});

it("is packed from a kilobyte on, for who takes it", async () => {
  const { headers, bytes } = await ask({ body: long }, takesGzip);
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(headers["content-length"]).toBe(String(bytes.length));
  expect(gunzipSync(bytes).toString()).toBe(long);
  expect((await ask({ headers: { vary: "trpc-accept" }, body: "x" })).headers.vary).toBe(
    "trpc-accept, Accept-Encoding",
  );
  const untouched = { "cache-control": "no-store, no-transform" };
  expect((await ask({ headers: untouched, body: long }, takesGzip)).bytes.toString()).toBe(long);
  expect((await ask({ body: long })).bytes.toString()).toBe(long);
  expect((await ask({ body: "short" }, takesGzip)).bytes.toString()).toBe("short");
});

it("is sent while it is made, packed or not", async () => {
  const plain = await ask({ body: streamText(pieces("one ", "two")) });
  expect(plain).toMatchObject({ complete: true, bytes: Buffer.from("one two") });
  const packed = await ask({ body: streamText(pieces("one ", "two")) }, takesGzip);
  expect(gunzipSync(packed.bytes).toString()).toBe("one two");
});

it.each([{}, takesGzip])("ends as a broken one when it breaks off: %o", async (options) => {
  const broken = new Error("no more");
  const received = await ask({ body: streamText(pieces("one ", broken)) }, options).catch(() => ({ complete: false }));
  expect(received.complete).toBe(false);
  expect(failures).toEqual([broken]);
});
