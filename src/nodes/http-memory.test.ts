import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { cleanUp } from "./testing/cleanup";
import { failureOf, outputOf, runHttpRequest } from "./testing/run-http-request";
import { startEcho, startStub } from "./testing/servers";

afterEach(cleanUp);

/** Memory that is handed out when the test says so. */
class Till {
  readonly asked: number[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly reserve = (bytes: number): Promise<void> => {
    this.asked.push(bytes);
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  get sum(): number {
    return this.asked.reduce((all, bytes) => all + bytes, 0);
  }

  grant(): void {
    this.#waiting.shift()?.();
  }
}

const serve = (body: string | Buffer, headers: Record<string, string> = {}) =>
  startEcho(
    (_request, response) => void response.writeHead(200, { "content-type": "text/plain", ...headers }).end(body),
  );

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("the memory of an answer", () => {
  it("is not asked for while the answer is small, packed or not", async () => {
    const till = new Till();
    const small = "x".repeat(60_000);
    const plain = await serve(small);
    const packed = await serve(gzipSync(small), { "content-encoding": "gzip" });
    expect(await outputOf({ url: plain.url }, { reserve: till.reserve })).toMatchObject({ body: small });
    expect(await outputOf({ url: packed.url }, { reserve: till.reserve })).toMatchObject({ body: small });
    expect(till.asked).toEqual([]);
  });

  it("is asked for as the answer comes, and without it nothing more is read", async () => {
    const till = new Till();
    const body = Buffer.from("0123456789".repeat(300_000));
    const { url } = await serve(body);
    let done = false;
    const output = outputOf({ url }, { reserve: till.reserve }).finally(() => (done = true));
    for (let granted = 0; !done; granted++) {
      await turns();
      expect(till.asked.length, "it waits for one grant at a time").toBeLessThanOrEqual(granted + 1);
      till.grant();
    }
    expect((await output).body).toBe(body.toString());
    // Twice what came, as bytes and as text, and again as much ahead at most.
    expect(till.sum).toBeGreaterThan(2 * (body.length - 64 * 1024) - 1);
    expect(till.sum).toBeLessThanOrEqual(4 * body.length);
    expect(till.asked.length).toBeGreaterThan(3);
  });

  it("is not asked for by what an answer only announces", async () => {
    const till = new Till();
    const { url } = await startStub((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n1234");
      setTimeout(() => socket.destroy(), 20);
    });
    expect(await failureOf({ url }, { reserve: till.reserve })).toMatchObject({
      error: { code: "http_connection_lost" },
    });
    expect(till.asked).toEqual([]);
  });

  it("is asked for before a packed answer is unpacked to more than is not counted", async () => {
    const till = new Till();
    const { url } = await serve(gzipSync(Buffer.alloc(20 * 1024 * 1024)), { "content-encoding": "gzip" });
    const failure = failureOf({ url }, { reserve: till.reserve });
    while (till.asked.length === 0) await turns();
    // As packed and as text: the longest that may come out.
    expect(till.sum).toBe(2 * 10 * 1024 * 1024);
    till.grant();
    expect((await failure).error.code).toBe("http_response_too_large");
  });

  it("is waited for no longer than the step is wanted", async () => {
    const till = new Till();
    const stopping = new AbortController();
    const { url } = await serve("x".repeat(1_000_000));
    const reserve = (bytes: number) =>
      Promise.race([
        till.reserve(bytes),
        new Promise<never>((_, reject) =>
          stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason), { once: true }),
        ),
      ]);
    const outcome = runHttpRequest({ url }, { reserve, signal: stopping.signal });
    while (till.asked.length === 0) await turns();
    const reason = new Error("the lease is lost");
    stopping.abort(reason);
    await expect(outcome).rejects.toBe(reason);
  });
});
