import { runChild } from "./support/children";
import { runCommand } from "./support/failure";
import { ensurePrismaClient } from "./support/prisma-client";
import { listenForStop } from "./support/stop-request";

/** Reproducible benchmarks on a database of their own; `bench/README.md` says how to read them. */
await runCommand(async () => {
  const { stop } = listenForStop();
  await ensurePrismaClient();
  const args = ["--import", "tsx", "bench/index.ts", ...process.argv.slice(2)];
  return runChild({ name: "bench", args }, stop);
});
