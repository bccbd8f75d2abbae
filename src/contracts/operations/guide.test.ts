import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorCodes } from "@/core/errors";
import type { Operation } from "../operation";
import { operations } from "./index";

/** The guide is written by hand; what it must not forget is in the registry and in the table of errors. */
const guide = readFileSync("docs/guide/rest-api.md", "utf8");

function sectionOf(heading: string): string {
  return guide.split(/^##+ /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
}

describe("docs/guide/rest-api.md", () => {
  it("lists every operation, and no other", () => {
    const listed = [...sectionOf("All routes").matchAll(/`([A-Z]+ \/api\/\S+)`/g)].map(([, route]) => route);
    const known = Object.values<Operation>(operations).map(({ method, path }) => `${method} ${path}`);
    expect(listed.sort()).toEqual(known.sort());
  });

  it("says more of every path than that", () => {
    const [, after = ""] = guide.split(/^## Conventions$/m);
    for (const { path } of Object.values<Operation>(operations)) {
      // "/archive" stands for the whole path where several share a heading; curl lines have example ids.
      const [beginning = "", end = ""] = path.split(/\/\{\w+\}/);
      expect(after, path).toContain(end === "" ? beginning : end);
    }
  });

  it("lists every error code under its status, and no other", () => {
    const rows = sectionOf("Errors").matchAll(/^\| (\d{3}) \| ([^|]+) \|/gm);
    const listed = [...rows].flatMap(([, status, codes = ""]) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
    );
    const known = Object.entries(errorCodes).map(([code, { status }]) => `${status} ${code}`);
    expect(listed.sort()).toEqual(known.sort());
  });
});
