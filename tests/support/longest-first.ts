import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, the longest first: begun last, one of them alone would be waited for. */
const long = [
  "chaos",
  "start",
  "external-database",
  "engine-workers",
  "migrations",
  "engine-worker-process",
  "commands",
  "embedded-database",
  "bench",
  "dead-host",
  "canaries",
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
