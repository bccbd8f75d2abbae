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
  const runner = new StepRunner(engine, {
    workerId,
    leaseMs: tickLeaseMs,
    heartbeatDb: engine.db,
    log,
    leaseSuccessors: false,
  });
  engine.runners?.add(runner);
  const answer = { claimed: 0, completed: 0 };
  const work = claimAndFinish(engine, runner, { workerId, runId }, answer).finally(() => {
    runner.stop();
    engine.runners?.delete(runner);
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, answerWithinMs).unref())]);
  // What is still under way after the answer reports its failures by itself.
  work.catch((error: unknown) => log.warn({ error }, "a tick failed"));
  return { claimed: answer.claimed, completed: runner.counts.completed };
}

async function claimAndFinish(
  engine: EngineContext,
  runner: StepRunner,
  { workerId, runId }: { workerId: string; runId: string | undefined },
  answer: { claimed: number },
): Promise<void> {
  const sentAt = performance.now();
  await runner.leases.granting(async () => {
    const steps = await claim(engine, { workerId, limit: tickLimit, leaseMs: tickLeaseMs, runId });
    answer.claimed = steps.length;
    runner.run(steps, sentAt);
  });
  await runner.idle();
}
