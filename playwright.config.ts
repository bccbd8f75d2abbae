import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/support/chromium";
import { browserTestAccount, sessionFile, withAccounts } from "./tests/e2e/support/auth-mode";

/** `pnpm test` chooses a free port and a fresh data directory; run by hand, these do. */
const port = process.env.E2E_PORT ?? "3190";
const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), `workflow-engine-e2e-${process.pid}`);
const baseURL = `http://127.0.0.1:${port}`;
const executablePath = findChromium();
process.env.E2E_BASE_URL = baseURL;

const accountsEnvironment = {
  AUTH_MODE: "accounts",
  ADMIN_EMAIL: browserTestAccount.email,
  ADMIN_PASSWORD: browserTestAccount.password,
  RATE_LIMIT_PER_MINUTE: "0",
};

/** Browser tests, against the production build as `pnpm start` runs it. */
export default defineConfig({
  testDir: "tests",
  testMatch: ["e2e/**/*.spec.ts", "security/**/*.spec.ts"],
  outputDir: ".test/playwright",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: ".test/playwright.json" }]],
  ...(withAccounts && { globalSetup: "./tests/e2e/support/sign-in-once.ts" }),
  use: {
    baseURL,
    ...(withAccounts && { storageState: sessionFile }),
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    // Pictures of every frame, and the whole document at every step, take as much of a small machine as the pages
    // themselves; a failure tells what was done, and what the page held in the end.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's sandbox does not work for root; the pages are our own.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  webServer: {
    command: "node --import tsx scripts/start.ts",
    url: `${baseURL}/api/readyz`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      APP_URL: baseURL,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      WORKER_POLL_INTERVAL_MS: "200",
      LOG_LEVEL: "warn",
      ...(withAccounts && accountsEnvironment),
    },
  },
});
