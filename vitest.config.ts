import { defineConfig } from "vitest/config";

/** Unit tests sit beside their source and need nothing; integration tests get a PostgreSQL of their own. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    /** An assertion that never ran proves nothing. */
    expect: { requireAssertions: true },
    passWithNoTests: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "worker/**/*.test.ts", "scripts/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
        },
      },
    ],
  },
});
