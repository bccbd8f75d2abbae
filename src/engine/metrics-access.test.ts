import { describe, expect, it } from "vitest";
import { judgeScrape } from "./metrics-access";

const token = "0123456789abcdef";

describe("a scrape", () => {
  it.each([`Bearer ${token}`, `bearer ${token}`, `Bearer   ${token} `])("is granted with %j", (authorization) => {
    expect(judgeScrape(authorization, token)).toBe("granted");
  });

  it.each([
    null,
    undefined,
    "",
    token,
    "Bearer",
    "Bearer ",
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token.toUpperCase()}`,
  ])("is refused with %j", (authorization) => {
    expect(judgeScrape(authorization, token)).toBe("refused");
  });

  it("is hidden without a token, whatever is sent", () => {
    expect(judgeScrape("Bearer ", undefined)).toBe("hidden");
    expect(judgeScrape(`Bearer ${token}`, undefined)).toBe("hidden");
  });
});
