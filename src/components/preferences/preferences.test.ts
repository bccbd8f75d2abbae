import { describe, expect, it } from "vitest";
import { readPreferences } from "./preferences";

const defaults = { theme: "system", zone: "local", sidebar: "open", character_keys: "on" };

describe("readPreferences", () => {
  it("takes what is stored, and the default for what is missing or unknown", () => {
    expect(readPreferences(() => undefined)).toEqual(defaults);
    const stored: Record<string, string> = { theme: "dark", zone: "UTC", sidebar: "wide" };
    expect(readPreferences((name) => stored[name])).toEqual({ ...defaults, theme: "dark", zone: "UTC" });
  });
});
