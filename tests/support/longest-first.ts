import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, the longest first: begun last, one of them alone would be waited for. */
const long = [
  "chaos",
  "external-database",
  "bench",
  "start",
  "migrations",
  "engine-workers",
  "commands",
  "embedded-database",
  "engine-worker-process",
  "dead-host",
  "engine-race-finish",
  "engine-outage",
  "sign-in-limits",
  "sessions",
  "links",
  "rest-states",
  "canaries",
  "live-server",
  "engine-storm",
  "seed",
  "exec-delays",
  "time",
  "durability",
  "incoming-requests",
].map((name) => `${name}.test.ts`);

/**
 * On a fresh clone nobody knows yet how long each file takes. Those of one project follow one another: a process goes on
 * with the next file, and what it has loaded, only if that is of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      if (!moduleId.includes("/tests/")) return long.length + 1;
      const place = long.indexOf(path.basename(moduleId));
      return place === -1 ? long.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
