import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { globalConfig } from "zod/v4/core";

describe("zod is told to compile nothing", () => {
  beforeEach(() => {
    vi.resetModules();
    globalConfig.jitless = undefined;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    globalConfig.jitless = undefined;
  });

  it("in a browser, whose policy refuses what is compiled", async () => {
    vi.stubGlobal("window", globalThis);
    await import("./zod-without-eval");
    expect(globalConfig.jitless).toBe(true);
  });

  it("not on the server that renders a page", async () => {
    await import("./zod-without-eval");
    expect(globalConfig.jitless).toBeUndefined();
  });
});
