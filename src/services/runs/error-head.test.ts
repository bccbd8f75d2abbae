import { describe, expect, it } from "vitest";
import { readErrorHead } from "./error-head";

const stored = (message: string) =>
  JSON.stringify({ code: "http_status", message, details: { body: "x".repeat(100) } });

describe("readErrorHead", () => {
  it("reads code and message, and nothing behind them", () => {
    expect(readErrorHead(stored("It answered 500."))).toEqual({ code: "http_status", message: "It answered 500." });
    expect(readErrorHead('{"code" : "worker_lost", "message" : "Lost.", "details" : null}')).toEqual({
      code: "worker_lost",
      message: "Lost.",
    });
    expect(readErrorHead(null)).toBeNull();
  });

  it("keeps quotes, line ends and NUL", () => {
    const message = 'a "b"\n\\ \u0000 ü';
    expect(readErrorHead(stored(message))?.message).toBe(message);
  });

  it("cuts a message wherever its text was cut", () => {
    const message = 'é"\n\u0001'.repeat(10);
    const text = stored(message);
    const end = text.indexOf('","details"');
    for (let length = text.indexOf('"message":"') + 11; length < end; length++) {
      const shown = readErrorHead(text.slice(0, length))?.message ?? "";
      expect(shown.endsWith("…")).toBe(true);
      expect(message.startsWith(shown.slice(0, -1))).toBe(true);
    }
  });

  it("says so when the error is of another form", () => {
    expect(readErrorHead("17")?.code).toBe("unknown");
  });
});
