import { describe, expect, it } from "vitest";
import { ownPath, signInPath } from "./sign-in-path";

describe("ownPath", () => {
  it("leaves paths of this app as they are", () => {
    for (const path of ["/", "/runs", "/runs?status=failed&q=a%20b", "/workflows/1?view=json#end", "/welcomed"])
      expect(ownPath(path)).toBe(path);
  });

  it("leads to no other site", () => {
    const elsewhere = [
      "https://evil.example",
      "//evil.example",
      "///evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      " //evil.example",
      "/.//evil.example",
      "/a/..//evil.example",
      "javascript:alert(1)",
      "/%2e//evil.example",
      "runs",
      "",
    ];
    for (const path of elsewhere) {
      const kept = ownPath(path);
      expect(new URL(kept, "http://here.example").origin, path).toBe("http://here.example");
      expect(kept, path).toBe("/");
    }
    expect(ownPath(null)).toBe("/");
  });

  it("does not lead in circles, nor to what is no page", () => {
    for (const path of ["/sign-in", "/sign-in?next=/runs", "/welcome", "/api/runs", "/runs/../sign-in"])
      expect(ownPath(path)).toBe("/");
  });
});

describe("signInPath", () => {
  it("carries the way back, and whether a session has ended", () => {
    expect(signInPath("/", { ended: false })).toBe("/sign-in");
    expect(signInPath("/runs?status=failed", { ended: true })).toBe("/sign-in?next=%2Fruns%3Fstatus%3Dfailed&ended=1");
    expect(signInPath("//evil.example", { ended: true })).toBe("/sign-in?ended=1");
  });
});
