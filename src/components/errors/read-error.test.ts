import { describe, expect, it } from "vitest";
import { errorText } from "./read-error";

const answered = (appCode: string) =>
  Object.assign(new Error("It did not work."), { data: { appCode, details: null, requestId: "request-1" } });

describe("errorText", () => {
  it("names the request of a fault of ours, and of nothing else", () => {
    expect(errorText(answered("internal_error"))).toBe("It did not work. (request request-1)");
    expect(errorText(answered("unavailable"))).toBe("It did not work. (request request-1)");
    expect(errorText(answered("not_draft"))).toBe("It did not work.");
    expect(errorText(new TypeError("Failed to fetch"))).toMatch(/^The server does not answer/);
  });
});
