import { parseArgs } from "node:util";
import { startThrowAwayServer } from "../support/throw-away-server";
import { runStorm } from "./storm";

/**
 * The storm at length, on a PostgreSQL of its own: `node --import tsx tests/race/stress.ts --runs=2000 --seed=7`. The
 * same seed draws the same graphs, failures and delays; which of two workers is first is not for it to say.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    workers: { type: "string", default: "5" },
  },
});
const options = { runs: Number(values.runs), seed: Number(values.seed), workers: Number(values.workers) };
if (Object.values(options).some((value) => !Number.isInteger(value) || value < 0)) {
  console.error("--runs, --seed and --workers are whole numbers.");
  process.exit(2);
}
console.log(`${options.runs} runs, ${options.workers} workers, seed ${options.seed}`);
const server = await startThrowAwayServer({ durable: false });
try {
  const report = await runStorm(server.url, { ...options, patienceMs: 60_000 + options.runs * 200 });
  console.table(report.counts);
  for (const violation of report.violations.slice(0, 50)) console.error(violation);
  console.log(`${report.seconds.toFixed(1)} s, ${report.violations.length} violations`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} finally {
  await server.close();
}
process.exit();
