import { expect, it } from "vitest";
import { globalConfig } from "zod/v4/core";
import "./zod-without-eval";

it("tells zod to compile nothing", () => {
  expect(globalConfig.jitless).toBe(true);
});
