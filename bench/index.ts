import { runCommand } from "../scripts/support/failure";
import { listenForStop } from "../scripts/support/stop-request";
import { measureFanOut, measureLatency } from "./latency";
import { measureLimit } from "./limit";
import { type BenchOptions, readOptions, usage } from "./options";
import { printReport } from "./print-report";
import { describeMachine, type Measurements, summarise } from "./report";
import { type BenchServer, startBenchServer } from "./server";
import { measureThroughput } from "./throughput";

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(usage);
    return 0;
  }
  const { stop } = listenForStop();
  const machine = describeMachine();
  const server = await startBenchServer(stop);
  try {
    const measured = await measure(server, options, stop);
    const report = summarise(measured, { machine, postgres: server.settings, options });
    console.log(options.json ? JSON.stringify(report, undefined, 2) : printReport(report));
  } finally {
    await server.close();
  }
  return 0;
});

/** Repetition by repetition, everything once in each: what disturbs the machine for a while disturbs all of it alike. */
async function measure(server: BenchServer, options: BenchOptions, stop: AbortSignal): Promise<Measurements> {
  const measured: Measurements = { limit: [], w1: [], w2: [], w3: [] };
  for (let repetition = 1; repetition <= options.repetitions; repetition++) {
    process.stderr.write(`Repetition ${repetition} of ${options.repetitions} …\n`);
    if (options.only.has("limit")) measured.limit.push(await measureLimit(server, options));
    stop.throwIfAborted();
    if (options.only.has("w1")) measured.w1.push(await measureThroughput(server, options));
    stop.throwIfAborted();
    if (options.only.has("w2")) measured.w2.push(await measureLatency(server, options));
    stop.throwIfAborted();
    if (options.only.has("w3")) measured.w3.push(await measureFanOut(server, options));
    stop.throwIfAborted();
  }
  return measured;
}
