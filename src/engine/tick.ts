import { v4 as uuidv4 } from "uuid";
import { claim } from "./claim";
import type { EngineContext } from "./context";
import type { EngineLog } from "./log";
import { StepRunner } from "./runner";

export interface TickOptions {
  runId?: string | undefined;
  log: EngineLog;
  /** answer after this long, even if something is still being executed; it goes on in the background */
  answerWithinMs?: number;
}

const tickLimit = 20;
const tickLeaseMs = 10_000;

/**
 * One claim–execute–complete round in this process, of one run's due steps or of anybody's. It is a worker for the
 * moment: leases are held and renewed, so it is safe beside others, and a delay is not hastened, for only due steps are
 * claimed.
 */
export async function tick(
  engine: EngineContext,
  { runId, log, answerWithinMs = 25_000 }: TickOptions,
): Promise<{ claimed: number; completed: number }> {
  const workerId = uuidv4();
  const sentAt = performance.now();
  const steps = await claim(engine, { workerId, limit: tickLimit, leaseMs: tickLeaseMs, runId });
  // Made after the claim: a claim that fails leaves no heartbeat behind.
  const runner = new StepRunner(engine, {
    workerId,
    leaseMs: tickLeaseMs,
    heartbeatDb: engine.db,
    log,
    leaseSuccessors: false,
  });
  runner.run(steps, sentAt);
  const finished = runner.idle().then(() => runner.stop());
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, answerWithinMs).unref())]);
  return { claimed: steps.length, completed: runner.counts.completed };
}
