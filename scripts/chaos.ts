import { runChild } from "./support/children";
import { runCommand } from "./support/failure";
import { ensurePrismaClient } from "./support/prisma-client";
import { listenForStop } from "./support/stop-request";

/** The fault laboratory; `docs/reliability.md` says what it does and what came of it. */
await runCommand(async () => {
  const { stop } = listenForStop();
  await ensurePrismaClient();
  const args = ["--import", "tsx", "tests/chaos/index.ts", ...process.argv.slice(2)];
  return runChild({ name: "chaos", args }, stop);
});
