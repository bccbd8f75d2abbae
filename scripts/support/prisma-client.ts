import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Failure } from "./failure";
import { waitForLock } from "./file-lock";
import { cacheFile, fromRoot, rootDir } from "./paths";
import { readSchema } from "./schema-file";

/**
 * Beside the generated client lies a copy of the schema that it was made from, written once it is whole. What Prisma
 * itself keeps in the client is laid out anew, and differs from a schema that is not laid out as Prisma would.
 */
function isFresh(): boolean {
  const file = fromRoot("src/generated/schema.prisma");
  return existsSync(file) && readFileSync(file, "utf8") === readSchema();
}

/** Generates the Prisma client if it is missing or older than the schema. Processes that read it must not be disturbed. */
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
