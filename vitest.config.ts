import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** Unit tests sit beside their source and need nothing; integration tests get a PostgreSQL of their own. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    /** An assertion that never ran proves nothing. */
    expect: { requireAssertions: true },
    passWithNoTests: false,
    /** These only keep a test that hangs from hanging for ever; they promise nothing about speed. */
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    /** Many of these wait for a process or a database: one more than there are cores keeps the cores busy. */
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // They start nothing and keep nothing: to load every module anew for each file costs more than the tests.
          isolate: false,
          include: [
            "src/**/*.test.{ts,tsx}",
            "worker/**/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/*.test.ts",
            "tests/mutations/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts", "tests/security/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          setupFiles: ["tests/support/start-afresh.ts"],
        },
      },
    ],
  },
});
