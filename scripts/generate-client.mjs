// Generates the Prisma client without any download: the schema engine binary is not needed for it, but the
// command line asks for one, so it is pointed at a program that always succeeds.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const result = spawnSync(process.execPath, [prisma, "generate"], {
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  encoding: "utf8",
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}\nThe Prisma client could not be generated.\n`);
  process.exit(result.status ?? 1);
}
