import { describe, expect, it } from "vitest";
import { JsonText } from "@/core/json";
import { readRequest } from "./read-request";

const read = (config: object) => readRequest(new JsonText(JSON.stringify(config)), "run-1:node-call");

describe("readRequest", () => {
  it("shows what is sent, also what the worker adds", () => {
    const config = {
      method: "post",
      url: "https://example.com/{{ secrets.PATH }}",
      query: { page: 1, tag: ["a", "b"] },
      headers: { authorization: "Bearer {{ secrets.TOKEN }}" },
      body: { amount: 1 },
    };
    expect(read(config)).toMatchObject({
      method: "POST",
      url: "https://example.com/{{ secrets.PATH }}",
      query: [
        ["page", "1"],
        ["tag", "a"],
        ["tag", "b"],
      ],
      headers: [
        ["authorization", "Bearer {{ secrets.TOKEN }}"],
        ["idempotency-key", "run-1:node-call"],
        ["content-type", "application/json"],
      ],
      body: { text: '{"amount":1}' },
    });
  });

  it("adds nothing that the author wrote", () => {
    const headers = { "Idempotency-Key": "mine", "Content-Type": "text/csv" };
    expect(read({ url: "https://example.com/", headers, body: "a,b" })).toMatchObject({
      method: "GET",
      headers: [
        ["Idempotency-Key", "mine"],
        ["Content-Type", "text/csv"],
      ],
    });
  });

  it("has no body, or the body null", () => {
    expect(read({ url: "https://example.com/" })?.body).toBeUndefined();
    expect(read({ url: "https://example.com/", body: null })?.body?.text).toBe("null");
    expect(read({ method: "GET" })).toBeUndefined();
  });
});
