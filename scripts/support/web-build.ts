import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runChild } from "./children";
import { Failure } from "./failure";
import { type FileLock, waitForLock } from "./file-lock";
import { cacheFile, fromRoot, resolveModule } from "./paths";
import { ensurePrismaClient } from "./prisma-client";
import { ProcessList } from "./process-list";
import { say, withProgress } from "./progress";

/** Everything that the production build of the web app is made of. Its own output and tests are left out. */
const sources = [
  "src",
  "public",
  "prisma/schema.prisma",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "pnpm-lock.yaml",
];
const notSources = /\.test\.tsx?$|^src\/generated\//;

/** Written after a build: the state of the sources that it was made from. */
const stampFile = fromRoot(".next/built-from");

/** Next writes it last: without it there is no complete build. */
const buildId = fromRoot(".next/BUILD_ID");

/** The supervisors that serve this checkout's build. */
export const servingProcesses = (): ProcessList => new ProcessList(cacheFile("serving"));

/** Builds the web app unless its sources are what the last build was made from. */
export async function ensureWebBuild(signal: AbortSignal): Promise<void> {
  if (isFresh()) return;
  const lock = await lockBuild(signal);
  try {
    if (!isFresh()) await withProgress("Building the web app (half a minute or so)", build(signal));
  } finally {
    lock.release();
  }
}

/** Builds in any case, and shows what the build says. */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  const lock = await lockBuild(signal);
  try {
    await build(signal, say);
  } finally {
    lock.release();
  }
}

/** Two builds in one checkout write the same files. */
function lockBuild(signal: AbortSignal): Promise<FileLock> {
  return waitForLock(cacheFile("web-build.lock"), {
    onWait: ({ pid }) => say(`Another command (process ${pid}) is building this checkout; waiting for it …`),
    signal,
  });
}

async function build(signal: AbortSignal, show?: (line: string) => void): Promise<void> {
  for (const pid of servingProcesses().living()) {
    say(
      `Workflow Engine runs from this checkout (process ${pid}) with the build that is replaced now: restart it soon.`,
    );
  }
  await ensurePrismaClient();
  const state = stateOfSources();
  const output: string[] = [];
  const code = await runChild(
    {
      name: "build",
      args: [resolveModule("next/dist/bin/next"), "build"],
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      onLine: show ?? ((line) => output.push(line)),
    },
    signal,
  );
  if (code !== 0 || !existsSync(buildId))
    throw new Failure([...output, `The web app could not be built (next build ended with ${code}).`].join("\n"));
  writeFileSync(stampFile, state);
}

function isFresh(): boolean {
  if (!existsSync(stampFile) || !existsSync(buildId)) return false;
  return readFileSync(stampFile, "utf8") === stateOfSources();
}

function stateOfSources(): string {
  const hash = createHash("sha256").update(`node ${process.versions.node.split(".")[0]}\n`);
  for (const file of sources.flatMap(filesBelow).sort()) {
    if (notSources.test(file)) continue;
    hash.update(`${file}\n`).update(
      createHash("sha256")
        .update(readFileSync(fromRoot(file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function filesBelow(name: string): string[] {
  if (!existsSync(fromRoot(name))) return [];
  if (path.extname(name) !== "") return [name];
  return readdirSync(fromRoot(name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(fromRoot(), path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}
