import type { Figure } from "./figures";
import { measureHttpSteps } from "./http-steps";
import { measureFanOut, measureLatency } from "./latency";
import { measureLimit } from "./limit";
import type { BenchOptions } from "./options";
import { measureOverRest } from "./over-rest";
import { measurePages } from "./pages";
import { measureScale } from "./scale";
import type { BenchServer } from "./server";
import { measureThroughput } from "./throughput";
import { measureTrouble } from "./trouble";
import type { WorkloadName } from "./workload-names";

type Measure = (server: BenchServer, options: BenchOptions) => Promise<Figure[]>;

export const workloads: Readonly<Record<WorkloadName, Measure>> = {
  limit: measureLimit,
  W1: measureThroughput,
  W2: measureLatency,
  W3: measureFanOut,
  W4: measureOverRest,
  W5: measureHttpSteps,
  W6: measureTrouble,
  W7: measureScale,
  W8: measurePages,
};
