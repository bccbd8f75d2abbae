import { runCommand } from "../scripts/support/failure";
import { keepStandardOutputClear } from "../scripts/support/progress";
import { listenForStop } from "../scripts/support/stop-request";
import type { Figure } from "./figures";
import { guard } from "./guard";
import { measureN8n, wantsN8n } from "./measure-n8n";
import { type Beside, choosePeers, measurePeers, peerVersions } from "./measure-peers";
import { type BenchOptions, readOptions, usage } from "./options";
import { printReport } from "./print-report";
import { describeMachine, report } from "./report";
import { type BenchServer, startBenchServer } from "./server";
import { workloadNames } from "./workload-names";
import { workloads } from "./workloads";

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(usage);
    return 0;
  }
  if (options.json) keepStandardOutputClear();
  const beside: Beside = { peers: choosePeers(options), n8n: wantsN8n(options) };
  const { stop } = listenForStop();
  const machine = describeMachine();
  const server = await startBenchServer(stop);
  try {
    const about = { machine, postgres: server.settings, ...peerVersions(beside) };
    const measured = report(await measure(server, { options, beside, stop }), { ...about, options });
    console.log(options.json ? JSON.stringify(measured, undefined, 2) : printReport(measured));
    return options.guard ? guard(measured.results) : 0;
  } finally {
    await server.close();
  }
});

/** Repetition by repetition, everything once in each: what disturbs the machine for a while disturbs all of it alike. */
async function measure(
  server: BenchServer,
  { options, beside, stop }: { options: BenchOptions; beside: Beside; stop: AbortSignal },
): Promise<Figure[]> {
  const measured: Figure[] = [];
  for (let repetition = 1; repetition <= options.repetitions; repetition++) {
    process.stderr.write(`Repetition ${repetition} of ${options.repetitions} …\n`);
    for (const { name } of workloadNames) {
      if (!options.only.has(name)) continue;
      measured.push(...(await workloads[name](server, options)));
      measured.push(...(await measurePeers(server, options, { workload: name, peers: beside.peers })));
      stop.throwIfAborted();
    }
    if (beside.n8n) measured.push(...(await measureN8n(server, options)));
  }
  return measured;
}
