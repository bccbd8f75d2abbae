import { setTimeout as sleep } from "node:timers/promises";
import { stopUnusedDatabase } from "./embedded-database";

// What the keeper becomes when its process was killed: processes that drain may still need the database for a while;
// whoever holds it longer than that is a command with a keeper of its own.
const dataDir = process.argv[2] ?? "";
for (let tries = 0; tries < 240; tries++) {
  if (await stopUnusedDatabase(dataDir)) break;
  await sleep(500);
}
