// Generates the Prisma client without any download: the schema engine binary is not needed for it, but the
// command line asks for one, so it is pointed at a program that always succeeds.
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// Written last, and taken away first: with it the client is whole, and of just this schema.
const generatedFrom = path.join(root, "src/generated/schema.prisma");
rmSync(generatedFrom, { force: true });

const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const result = spawnSync(process.execPath, [prisma, "generate"], {
  cwd: root,
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  encoding: "utf8",
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}\nThe Prisma client could not be generated.\n`);
  process.exit(result.status ?? 1);
}
copyFileSync(path.join(root, "prisma/schema.prisma"), generatedFrom);
