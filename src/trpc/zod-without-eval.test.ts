import { describe, expect, it } from "vitest";
import { globalConfig } from "zod/v4/core";
import { compileNothingInBrowser } from "./zod-without-eval";

describe("zod is told to compile nothing", () => {
  it("in a browser, whatever it has been told before", () => {
    const scope = { window: {}, __zod_globalConfig: { other: 1 } };
    compileNothingInBrowser(scope);
    expect(scope).toMatchObject({ __zod_globalConfig: { other: 1, jitless: true } });
    const fresh = { window: {} };
    compileNothingInBrowser(fresh);
    expect(fresh).toMatchObject({ __zod_globalConfig: { jitless: true } });
  });

  it("not on the server that renders a page", () => {
    const scope = {};
    compileNothingInBrowser(scope);
    expect(scope).toEqual({});
  });

  it("where zod looks for it", () => {
    expect(globalThis).toHaveProperty("__zod_globalConfig", globalConfig);
  });
});
