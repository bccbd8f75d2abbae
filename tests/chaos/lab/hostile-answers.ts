import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

type Answer = (response: ServerResponse) => void;

const megabyte = 1024 * 1024;

const json =
  (body: string | Buffer): Answer =>
  (response) =>
    void response.setHeader("content-type", "application/json").end(body);

const text =
  (body: string | Buffer): Answer =>
  (response) =>
    void response.setHeader("content-type", "text/plain; charset=utf-8").end(body);

const inflated = (times: number): Buffer => gzipSync(Buffer.alloc(times * megabyte));

let bomb: Buffer | undefined;

/** Answers that no server should give, by name. */
export const hostileAnswers: Readonly<Record<string, Answer>> = {
  "nul-escaped": json('{"a":"x\\u0000y","\\u0000":1}'),
  "nul-raw": text(Buffer.from("a\0b")),
  "lone-surrogate": json('{"a":"\\ud800","b":"\\udc00\\ud800"}'),
  "wide-integer": json('{"id":1234567890123456789,"n":-9223372036854775809}'),
  "wide-exponent": json('{"n":1e400,"m":-1e-400}'),
  deep: json(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  "deep-objects": json(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  "ten-megabytes": (response) => json(JSON.stringify("x".repeat(10 * megabyte - 2)))(response),
  "over-ten-megabytes": (response) => text("x".repeat(10 * megabyte + 1))(response),
  "many-values": (response) => json(`[${"[],".repeat(3 * megabyte)}0]`)(response),
  "many-keys": (response) =>
    json(`{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`)(response),
  "invalid-utf8": json(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22])),
  "not-json": json("<html>"),
  "gzip-bomb": (response) => {
    bomb ??= inflated(300);
    response.setHeader("content-type", "text/plain").setHeader("content-encoding", "gzip").end(bomb);
  },
  "broken-gzip": (response) => void response.setHeader("content-encoding", "gzip").end(inflated(1).subarray(0, 500)),
  endless: (response) => pour(response, Buffer.alloc(64 * 1024, 0x61), 1),
  trickle: (response) => pour(response, Buffer.from("a"), 1_000),
  "redirect-loop": (response) => void response.writeHead(302, { location: "/hostile/redirect-loop" }).end(),
  "redirect-to-nowhere": (response) => void response.writeHead(302, { location: "http://[::1" }).end(),
  "cut-off": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write("a");
    setTimeout(() => response.destroy(), 50);
  },
  silent: () => undefined,
};

/** Sends the same again and again, until nobody listens any more. */
function pour(response: ServerResponse, chunk: Buffer, everyMs: number): void {
  response.setHeader("content-type", "text/plain").flushHeaders();
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on("close", () => clearInterval(timer));
}
