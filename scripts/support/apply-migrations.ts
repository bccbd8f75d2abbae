import { runCommand } from "./failure";
import { applyMigrations } from "./migrations";

// A process of its own, because the schema engine keeps memory and timers.
await runCommand(async () => {
  for (const name of await applyMigrations(process.env.DATABASE_URL ?? ""))
    process.stdout.write(`Applied migration ${name}\n`);
  return 0;
});
