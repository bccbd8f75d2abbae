import { bullmq, dbos, graphile, graphileBatched, peerSystems, pgBoss } from "./peer-systems";
import type { WantedRatio } from "./wanted-ratio";

type Bound = Pick<WantedRatio, "atLeast" | "atMost">;

/** The product's figure in shares of each peer's, with the bounds of those that there is a target for. */
function besidePeers(
  own: { workload: string; system: string; metric: string },
  bounds: Readonly<Record<string, Bound>>,
): WantedRatio[] {
  return peerSystems.map(({ system }) => ({ ...own, against: { ...own, system }, ...bounds[system] }));
}

const chain = { workload: "W1", system: "inlined chain" };
const oneRun = { workload: "W2", system: "one run at a time" };
const oneRunRead = { workload: "W2", system: "the same, until a client has read it" };
const overRest = { workload: "W4", system: "over REST" };
const n8n = { workload: "W4", system: "n8n" };
const stepsPerSecond = "steps/s, trigger included";
const tenth = { atMost: 0.1 };
const nearly = { atMost: 1.1 };
const threeQuarters = { atMost: 0.75 };
const ahead = { atMost: 1 };
const fanOutBounds: Readonly<Record<string, Bound>> = {
  [graphile]: ahead,
  [graphileBatched]: { atMost: 1.2 },
  [pgBoss]: ahead,
  [dbos]: ahead,
  [bullmq]: ahead,
};

export const peerRatios: readonly WantedRatio[] = [
  ...besidePeers(
    { ...chain, metric: stepsPerSecond },
    { [graphileBatched]: { atLeast: 12 }, [dbos]: { atLeast: 16 }, [bullmq]: { atLeast: 2 } },
  ),
  ...besidePeers({ ...chain, metric: "CPU a step, trigger included" }, { [graphile]: tenth, [graphileBatched]: tenth }),
  ...[oneRun, oneRunRead].flatMap((measured) => [
    ...besidePeers({ ...measured, metric: "p50" }, { [graphile]: threeQuarters, [graphileBatched]: threeQuarters }),
    ...besidePeers({ ...measured, metric: "p99" }, { [graphile]: nearly, [graphileBatched]: nearly }),
  ]),
  ...besidePeers({ workload: "W3", system: "500 steps", metric: "time" }, fanOutBounds),
  ...besidePeers({ workload: "W3", system: "500 steps inline", metric: "time" }, fanOutBounds),
  { ...overRest, metric: "runs/s", against: { ...n8n, metric: "runs/s" }, atLeast: 5 },
  { ...overRest, metric: "p50", against: { ...n8n, metric: "p50" }, ...ahead },
  {
    workload: "W6",
    system: "2 ms a commit",
    metric: stepsPerSecond,
    against: { workload: "W6", system: `${graphileBatched}, 2 ms a commit`, metric: stepsPerSecond },
    atLeast: 20,
  },
];
