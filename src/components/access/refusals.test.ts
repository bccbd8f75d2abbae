import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { policy } from "@/contracts/policy";

const components = path.resolve(import.meta.dirname, "..");
const source = readdirSync(components, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
  .map((name) => readFileSync(path.join(components, name), "utf8"))
  .join("\n");

/** What changes something has: a hook for it, or the client that is under the hooks. */
const isCalled = (name: string) =>
  new RegExp(`\\btrpc\\.${name.replace(".", "\\.")}\\.useMutation|\\bclient\\.${name.replace(".", "\\.")}\\b`).test(
    source,
  );

it("asks, for every change that a page can make and not every user may, whether whoever sits there may", () => {
  const refusable = Object.keys(policy).filter(
    (name) => policy[name]?.role === "editor" || policy[name]?.role === "admin",
  );
  const called = refusable.filter(isCalled);
  expect(called).toEqual(expect.arrayContaining(["runs.retry", "runs.cancelMany", "workflows.save", "secrets.set"]));
  expect(called.filter((name) => !source.includes(`useRefusal("${name}")`))).toEqual([]);
});
