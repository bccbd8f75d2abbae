import { openEmbeddedDatabase } from "../../scripts/support/embedded-database";

// A process that holds the embedded database of a directory until it is told to let go, or is killed.
const told = new Promise((resolve) => process.once("SIGTERM", resolve));
const idle = setInterval(() => undefined, 60_000);
const database = await openEmbeddedDatabase(process.argv[2] ?? "", { throwAway: true });
process.stdout.write(`${database.url}\n`);
await told;
clearInterval(idle);
await database.release();
process.exit(0);
