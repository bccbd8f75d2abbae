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

export interface HostileAnswer {
  give: Answer;
  /** how a run ends whose request was answered so */
  end: "succeeded" | "failed";
  /** it goes on for ever, and only the step's time limit ends it */
  endless?: boolean;
  /** one more of many megabytes: left out of the short form */
  longOnly?: boolean;
}

const kept = (give: Answer): HostileAnswer => ({ give, end: "succeeded" });
const refused = (give: Answer): HostileAnswer => ({ give, end: "failed" });
const outlasted = (give: Answer): HostileAnswer => ({ give, end: "failed", endless: true });

const atLength = (answer: HostileAnswer): HostileAnswer => ({ ...answer, longOnly: true });

/** A JSON list of one text again and again, of ten megabytes. */
const listOf = (item: string): string =>
  `[${`${item},`.repeat((10 * megabyte - 2 - item.length) / (item.length + 1))}${item}]`;

/** Answers that no server should give, by name. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  "nul-escaped": kept(json('{"a":"x\\u0000y","\\u0000":1}')),
  "nul-raw": kept(text(Buffer.from("a\0b"))),
  "lone-surrogate": kept(json('{"a":"\\ud800","b":"\\udc00\\ud800"}')),
  "wide-integer": kept(json('{"id":1234567890123456789,"n":-9223372036854775809}')),
  "wide-exponent": kept(json('{"n":1e400,"m":-1e-400}')),
  deep: kept(json(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)),
  "deep-objects": kept(json(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)),
  "ten-megabytes": kept((response) => json(JSON.stringify("x".repeat(10 * megabyte - 2)))(response)),
  "ten-wide-megabytes": kept((response) => text(`\u{1f4a5}${"x".repeat(10 * megabyte - 4)}`)(response)),
  "ten-megabytes-of-bytes": atLength(
    kept((response) => void response.setHeader("content-type", "image/png").end(Buffer.alloc(10 * megabyte, 0xff))),
  ),
  "ten-megabytes-escaped": atLength(refused((response) => text("\n".repeat(10 * megabyte))(response))),
  "ten-megabytes-of-nul": atLength(refused((response) => text(Buffer.alloc(10 * megabyte))(response))),
  "over-ten-megabytes": refused((response) => text("x".repeat(10 * megabyte + 1))(response)),
  "many-lists": atLength(kept((response) => json(listOf("[]"))(response))),
  "half-a-million-objects": atLength(kept((response) => json(`[${"{},".repeat(499_998)}{}]`)(response))),
  "many-objects": kept((response) => json(listOf("{}"))(response)),
  "many-exact-numbers": atLength(kept((response) => json(listOf("1.0"))(response))),
  "one-exact-number": kept((response) => json(`[1.0,${JSON.stringify("x".repeat(10 * megabyte - 8))}]`)(response)),
  "many-keys": kept((response) =>
    json(`{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`)(response),
  ),
  "not-json-for-long": atLength(kept((response) => json(`"${"x".repeat(10 * megabyte - 1)}`)(response))),
  "invalid-utf8": kept(json(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22]))),
  "not-json": kept(json("<html>")),
  "gzip-bomb": refused((response) => {
    bomb ??= inflated(300);
    response.setHeader("content-type", "text/plain").setHeader("content-encoding", "gzip").end(bomb);
  }),
  "broken-gzip": refused(
    (response) => void response.setHeader("content-encoding", "gzip").end(inflated(1).subarray(0, 500)),
  ),
  endless: outlasted((response) => pour(response, Buffer.alloc(64 * 1024, 0x61), 1)),
  trickle: outlasted((response) => pour(response, Buffer.from("a"), 1_000)),
  "redirect-loop": refused((response) => void response.writeHead(302, { location: "/hostile/redirect-loop" }).end()),
  "redirect-to-nowhere": refused((response) => void response.writeHead(302, { location: "http://[::1" }).end()),
  "cut-off": refused((response) => {
    response.writeHead(200, { "content-length": "1000" }).write("a");
    setTimeout(() => response.destroy(), 50);
  }),
  silent: outlasted(() => undefined),
};

/** Sends the same again and again, until nobody listens any more. */
function pour(response: ServerResponse, chunk: Buffer, everyMs: number): void {
  response.setHeader("content-type", "text/plain").flushHeaders();
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on("close", () => clearInterval(timer));
}
