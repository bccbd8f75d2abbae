import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, refusal } from "./services/client";
import { logGraph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

describe("body", () => {
  let url: string;
  beforeAll(async () => {
    url = `/api/workflows/${(await createActive(app, logGraph())).id}/trigger`;
  });
  const post = (body: BodyInit, contentType?: string, headers?: Record<string, string>) =>
    app.send(
      new Request(`${origin}${url}`, {
        method: "POST",
        body,
        headers: { ...(contentType === undefined ? {} : { "content-type": contentType }), ...headers },
      }),
    );

  it.each(["application/json", "application/json; charset=utf-8", 'Application/JSON ; charset="UTF-8"'])(
    "takes %s",
    async (contentType) => {
      expect((await post("{}", contentType)).status).toBe(202);
    },
  );

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json; charset=utf-16",
    "text/json",
    "application/json, text/plain",
  ])("refuses %s", async (contentType) => {
    expect(refusal(await post("{}", contentType))).toEqual({ status: 415, code: "unsupported_media_type" });
  });

  it("refuses a body without a type, and a compressed one", async () => {
    expect(refusal(await post(new Blob(["{}"])))).toEqual({ status: 415, code: "unsupported_media_type" });
    const zipped = await post("{}", "application/json", { "content-encoding": "gzip" });
    expect(refusal(zipped)).toEqual({ status: 415, code: "unsupported_media_type" });
  });

  it.each([
    ["nothing", ""],
    ["an open brace", "{"],
    ["a comma too many", "[1,]"],
    ["single quotes", "{'a':1}"],
    ["two values", "{} {}"],
    ["NaN", "NaN"],
    ["a leading zero", "01"],
    ["a raw line feed in a text", '"a\nb"'],
    ["half an escape", '"\\u00"'],
    ["129 levels", `${"[".repeat(129)}${"]".repeat(129)}`],
    ["a million brackets", "[".repeat(900_000)],
  ])("refuses %s as invalid JSON", async (_, text) => {
    expect(refusal(await post(text, "application/json"))).toEqual({ status: 400, code: "invalid_json" });
  });

  it("refuses bytes that are not UTF-8", async () => {
    expect(refusal(await post(new Uint8Array([0x22, 0xff, 0x22]), "application/json"))).toEqual({
      status: 400,
      code: "invalid_json",
    });
  });

  it("refuses more than the limit, announced or not, and takes the limit itself", async () => {
    const limit = 1_000_000;
    const text = (length: number) => `"${"x".repeat(length - 2)}"`;
    expect((await post(text(limit), "application/json")).status).toBe(202);
    expect(refusal(await post(text(limit + 1), "application/json"))).toEqual({
      status: 413,
      code: "payload_too_large",
    });

    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100_000;
        controller.enqueue(new Uint8Array(100_000).fill(0x20));
      },
    });
    const request = new Request(`${origin}${url}`, {
      method: "POST",
      body: endless,
      headers: { "content-type": "application/json" },
      // The type of the DOM does not know it; undici wants it for streams.
      ...{ duplex: "half" },
    });
    expect(refusal(await app.send(request))).toEqual({ status: 413, code: "payload_too_large" });
    expect(sent).toBeLessThan(limit + 12_000_000);
  });
});
