import { delay, graphOf } from "../../support/product-graphs";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { effect } from "../lab/graphs";
import { patienceMs } from "../lab/patience";
import type { LabProduct } from "../lab/product";

const hourMs = 3_600_000;
const delaySeconds = 2;
const retryAfterSeconds = 2;

export const clock: ChaosCase = {
  title: "workers whose clocks are an hour fast and an hour slow, beside one that is right: none steals, none delays",
  async run(lab) {
    const asked = new Set<string>();
    const product = await lab.product({
      sink: {
        latencyMs: 6_000,
        // The first answer says when to come again, by a calendar.
        answer: (request, response, key) => {
          if (request.url !== "/busy" || asked.has(key)) return undefined;
          asked.add(key);
          const at = new Date(Date.now() + retryAfterSeconds * 1_000);
          response.writeHead(503, { "retry-after": at.toUTCString() }).end();
          return Promise.resolve();
        },
      },
    });
    const { driver, fleet, sink } = product;
    const preload = "tests/chaos/worker/skewed-clock.mjs";
    const flags = { "lease-seconds": 4, concurrency: 10 };
    await Promise.all([
      fleet.start({ flags }),
      ...[hourMs, -hourMs].map((skew) =>
        fleet.start({ flags, preload, environment: { LABORATORY_CLOCK_SKEW_MS: String(skew) } }),
      ),
    ]);
    const workflow = await driver.createWorkflow(
      "Clock",
      graphOf(
        [effect("call", sink), delay("wait", delaySeconds), effect("busy", sink, "/busy")],
        ["start -> call", "start -> wait", "wait -> busy"],
      ),
    );
    await driver.triggerMany(lab.pick(30, 600), [workflow]);
    // Twelve hundred answers of 3 s, 24 at a time, take 150 s at best, and put-off steps come back when they were told to.
    await product.settle(2 * patienceMs);
    const { figures, wrong } = await timing(product);
    return combine(await examine(product), findings({ unexpected: wrong, figures }));
  },
};

interface Timing {
  stolen: number;
  workers: number;
  shortest_wait: number;
  longest_wait: number;
  shortest_retry: number;
  longest_retry: number;
}

/** Waits and retries by the database's clock; an hour is far from both. */
async function timing({ db }: LabProduct): Promise<{ figures: Record<string, number>; wrong: string[] }> {
  const [row] = await db.$queryRaw<Timing[]>`
    WITH waited AS (
      SELECT extract(epoch FROM finished_at - started_at)::float8 AS seconds FROM step_execution WHERE node_id = 'wait'
    ), retried AS (
      SELECT extract(epoch FROM step.started_at - tried.finished_at)::float8 AS seconds
      FROM step_execution AS step JOIN step_attempt AS tried ON tried.step_id = step.id WHERE step.node_id = 'busy'
    )
    SELECT (SELECT count(*)::int FROM step_attempt WHERE error->>'code' = 'worker_lost') AS stolen,
      (SELECT count(*)::int FROM worker) AS workers,
      (SELECT min(seconds) FROM waited) AS shortest_wait, (SELECT max(seconds) FROM waited) AS longest_wait,
      (SELECT min(seconds) FROM retried) AS shortest_retry, (SELECT max(seconds) FROM retried) AS longest_retry`;
  if (!row) throw new Error("no figures");
  // A queue on a busy machine holds them up, too; a clock that is off would by an hour.
  const minutes = 600;
  const wrong = [
    ...(row.stolen > 0 ? [`${row.stolen} steps were taken from living workers`] : []),
    ...(row.workers === 3 ? [] : [`${row.workers} workers are seen, not 3`]),
    ...(row.shortest_wait < delaySeconds ? [`a wait of ${delaySeconds} s took ${row.shortest_wait} s`] : []),
    ...(row.longest_wait > delaySeconds + minutes ? [`a wait of ${delaySeconds} s took ${row.longest_wait} s`] : []),
    ...(row.longest_retry > retryAfterSeconds + minutes ? [`a retry came after ${row.longest_retry} s`] : []),
    // A date has whole seconds, so one of them may be lost.
    ...(row.shortest_retry < retryAfterSeconds - 1 ? [`a retry came after ${row.shortest_retry} s`] : []),
  ];
  const seconds = (value: number) => Math.round(value * 100) / 100;
  return {
    figures: {
      clocks_off_by_hours: 1,
      wait_of_2_s_took_up_to_s: seconds(row.longest_wait),
      retry_after_2_s_came_from_s: seconds(row.shortest_retry),
      retry_after_2_s_came_up_to_s: seconds(row.longest_retry),
    },
    wrong,
  };
}
