import { describe, expect, it } from "vitest";
import { errorText, readError } from "./read-error";

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

const withDetails = (details: unknown, requestId: unknown = "r1") =>
  Object.assign(new Error("It does not fit."), { data: { appCode: "validation_error", details, requestId } });

describe("readError", () => {
  it("reads what the server told, with every problem", () => {
    const problems = [
      { path: "name", message: "Missing." },
      { path: "nodes.0", message: "Bad.", node_id: "a" },
    ];
    const read = { code: "validation_error", message: "It does not fit.", requestId: "r1", problems };
    expect(readError(withDetails(problems))).toEqual(read);
    expect(readError(withDetails({ cycle: ["a"], problems }))).toEqual(read);
  });

  it("leaves out what is no problem, and an id that is not there", () => {
    expect(readError(withDetails([{ path: 1 }, null, "x"], null))).toMatchObject({
      problems: [],
      requestId: undefined,
    });
    expect(readError(withDetails(null)).problems).toEqual([]);
  });

  it("tells no answer from anything else", () => {
    expect(readError(new TypeError("fetch failed")).code).toBe("unreachable");
    expect(readError(Object.assign(new Error("x"), { cause: new SyntaxError("no JSON") })).code).toBe("unreachable");
    expect(readError(new Error("Something."))).toMatchObject({ code: "unknown", message: "Something." });
    for (const odd of [null, undefined, "text", {}]) {
      expect(readError(odd)).toMatchObject({ code: "unknown", message: "Something unexpected went wrong." });
    }
  });
});
