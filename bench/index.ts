import { runCommand } from "../scripts/support/failure";
import { listenForStop } from "../scripts/support/stop-request";
import type { Figure } from "./figures";
import { guard } from "./guard";
import { choosePeers, measurePeers, peerVersions } from "./measure-peers";
import { type BenchOptions, readOptions, usage } from "./options";
import type { PeerSystem } from "./peer-systems";
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
  const peers = choosePeers(options);
  const { stop } = listenForStop();
  const machine = describeMachine();
  const server = await startBenchServer(stop);
  try {
    const about = { machine, postgres: server.settings, ...(options.peers ? { peers: peerVersions() } : {}) };
    const measured = report(await measure(server, { options, peers, stop }), { ...about, options });
    console.log(options.json ? JSON.stringify(measured, undefined, 2) : printReport(measured));
    return options.guard ? guard(measured.results) : 0;
  } finally {
    await server.close();
  }
});

/** Repetition by repetition, everything once in each: what disturbs the machine for a while disturbs all of it alike. */
async function measure(
  server: BenchServer,
  { options, peers, stop }: { options: BenchOptions; peers: readonly PeerSystem[]; stop: AbortSignal },
): Promise<Figure[]> {
  const measured: Figure[] = [];
  for (let repetition = 1; repetition <= options.repetitions; repetition++) {
    process.stderr.write(`Repetition ${repetition} of ${options.repetitions} …\n`);
    for (const { name } of workloadNames) {
      if (!options.only.has(name)) continue;
      measured.push(...(await workloads[name](server, options)));
      measured.push(...(await measurePeers(server, options, { workload: name, peers })));
      stop.throwIfAborted();
    }
  }
  return measured;
}
