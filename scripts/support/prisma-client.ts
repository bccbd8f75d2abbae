import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Failure } from "./failure";
import { waitForLock } from "./file-lock";
import { cacheFile, fromRoot, rootDir } from "./paths";
import { readSchema } from "./schema-file";

/** The generated client holds the schema that it was generated from: an update of the checkout may have changed it. */
function isFresh(): boolean {
  const file = fromRoot("src/generated/prisma/internal/class.ts");
  return existsSync(file) && readFileSync(file, "utf8").includes(JSON.stringify(readSchema()));
}

/** Generates the Prisma client if it is missing or older than the schema. */
export async function ensurePrismaClient(): Promise<void> {
  if (isFresh()) return;
  const lock = await waitForLock(cacheFile("prisma-client.lock"));
  try {
    if (isFresh()) return;
    const result = spawnSync(process.execPath, [fromRoot("scripts/generate-client.mjs")], {
      cwd: rootDir,
      encoding: "utf8",
    });
    if (result.status !== 0) throw new Failure(`${result.stdout}${result.stderr}`.trim());
  } finally {
    lock.release();
  }
}
