import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { Failure } from "./failure";
import { fromRoot, rootDir } from "./paths";
import { say } from "./progress";

const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine: $CHROMIUM, or one in a usual place, or Playwright's own. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen && !existsSync(chosen)) throw new Failure(`CHROMIUM is ${chosen}, but there is no such file.`);
  return chosen || [...usualPlaces, chromium.executablePath()].find((file) => existsSync(file));
}

/** Finds a Chromium or, if there is none, installs one in the way that this machine allows. */
export function ensureChromium(): string {
  const found = findChromium() ?? installChromium();
  if (found) return found;
  throw new Failure(
    "The browser tests need Chromium, and it could not be installed here.\n" +
      "Install Chromium or Google Chrome, or set CHROMIUM to its program. (Without it: pnpm test --only unit, --only integration.)",
  );
}

function installChromium(): string | undefined {
  say("Installing Chromium for the browser tests …");
  const asRoot = process.getuid?.() === 0;
  if (asRoot && runs("apt-get", ["--version"])) {
    runs("apt-get", ["update", "-qq"]);
    const packages = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
    if (runs("apt-get", packages)) return findChromium();
  }
  runs(process.execPath, [fromRoot("node_modules/@playwright/test/cli.js"), "install", "chromium"]);
  return findChromium();
}

function runs(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const result = spawnSync(command, args, { cwd: rootDir, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (result.status !== 0 && result.stderr) process.stderr.write(result.stderr.split("\n").slice(-6).join("\n"));
  return result.status === 0;
}
