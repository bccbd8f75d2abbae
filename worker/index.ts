import { runWorker } from "./run";

process.exit(await runWorker(process.argv.slice(2)));
