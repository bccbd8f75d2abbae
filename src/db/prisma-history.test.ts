import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Debug as clientDebug } from "@prisma/client/runtime/client";
import { Debug as adapterDebug } from "@prisma/driver-adapter-utils";
import { describe, expect, it } from "vitest";
import { forgetLargeArguments } from "./prisma-history";

/** Which of the objects that were handed to Prisma's debug calls can still be reached. */
async function keptAfter(forget: () => void): Promise<boolean[]> {
  const references = [clientDebug("test"), adapterDebug("test")].map((debug) => {
    const argument = { values: ["a payload"] };
    debug("a statement", argument);
    return new WeakRef(argument);
  });
  forget();
  // A reference that was made or read in this turn holds its target until the next.
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
  return references.map((reference) => reference.deref() !== undefined);
}

describe("what Prisma remembers of its statements", () => {
  it("is there for good, large or not: without this there would be nothing to do here", async () => {
    expect(await keptAfter(() => forgetLargeArguments(["small"]))).toEqual([true, true]);
  });

  it("is pushed out when a statement had large arguments", async () => {
    expect(await keptAfter(() => forgetLargeArguments([1, ["x".repeat(100_000), null]]))).toEqual([false, false]);
  });
});
