import { describe, expect, it } from "vitest";
import { nameOf } from "./direct-routes";
import { appRouter } from "./routers";

describe("a request has the name of its route", () => {
  it.each([
    ["POST", "/api/workflows/3f0c/trigger", "POST /api/workflows/{id}/trigger"],
    ["GET", "/api/workflows", "GET /api/workflows"],
    ["HEAD", "/api/runs/3f0c", "HEAD /api/runs/{id}"],
    ["POST", "/api/runs/retry", "POST /api/runs/retry"],
    ["GET", "/api/trpc/runs.list,runs.counts", "GET /api/trpc"],
  ])("%s %s: %s", (method, pathname, name) => {
    expect(nameOf(method, pathname)).toBe(name);
  });

  it.each([
    ["GET", "/api/runs/"],
    ["GET", "/api//runs"],
    ["GET", "/api/runs/.."],
    ["GET", "/api/runs/%2e%2e"],
    ["GET", "/api/runs/a%62"],
    ["GET", "/api/runs/a\\b"],
    ["OPTIONS", "/api/runs"],
    ["PUT", "/api/runs"],
    ["GET", "/api/runs/retry"],
    ["HEAD", "/api/workflows/import"],
    ["DELETE", "/api/invitations/lookup"],
    ["GET", "/runs"],
    ["GET", "/api/trpc/"],
    ["GET", "/api/trpc/runs.list/x"],
    ["GET", "/api/trpc/runs.list%2Cruns.counts"],
  ])("and none, so that Next answers it, where it is not plain: %s %s", (method, pathname) => {
    expect(nameOf(method, pathname)).toBeUndefined();
  });

  it("and none for streams", () => {
    // Flat, by their full names, at run time.
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    const streams = Object.entries(procedures).filter(([, { _def }]) => _def.type === "subscription");
    expect(streams.length).toBeGreaterThan(0);
    for (const [name] of streams) {
      expect(nameOf("GET", `/api/trpc/${name}`)).toBeUndefined();
      expect(nameOf("GET", `/api/trpc/runs.list,${name}`)).toBeUndefined();
    }
  });
});
