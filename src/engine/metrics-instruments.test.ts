import { describe, expect, it } from "vitest";
import { createEngineMetrics, createQueueGauges, type Instruments } from "./metrics-instruments";

/** Remembers what was counted, as `name{labels}`. */
function recordingInstruments(): { instruments: Instruments; values: Map<string, number> } {
  const values = new Map<string, number>();
  const key = (name: string, labels: Record<string, string>) => `${name}${JSON.stringify(labels)}`;
  const add = (name: string, labels: Record<string, string>, by: number) =>
    values.set(key(name, labels), (values.get(key(name, labels)) ?? 0) + by);
  return {
    values,
    instruments: {
      counter: ({ name }) => ({ inc: (labels, by = 1) => void add(name, labels, by) }),
      gauge: ({ name }) => ({ set: (labels, value) => void values.set(key(name, labels), value) }),
      histogram: ({ name }) => ({ observe: (labels, value) => void add(name, labels, value) }),
    },
  };
}

describe("engine metrics", () => {
  it("start with the series whose first event matters", () => {
    const { instruments, values } = recordingInstruments();
    createEngineMetrics(instruments);
    expect(values.get('workflow_engine_runs_finished_total{"status":"failed"}')).toBe(0);
    expect(values.get('workflow_engine_step_failures_total{"code":"worker_lost"}')).toBe(0);
  });

  it("count a failed try by its code, and a successful one not", () => {
    const { instruments, values } = recordingInstruments();
    const metrics = createEngineMetrics(instruments);
    metrics.tryEnded({ nodeType: "http_request", outcome: "retry", errorCode: "http_status", inline: false });
    metrics.tryEnded({ nodeType: "http_request", outcome: "done", errorCode: undefined, inline: false });
    expect(values.get('workflow_engine_step_failures_total{"code":"http_status"}')).toBe(1);
    expect(
      values.get('workflow_engine_step_tries_total{"node_type":"http_request","outcome":"retry","inline":"false"}'),
    ).toBe(1);
    expect([...values.keys()].filter((name) => name.includes("failures_total"))).toHaveLength(2);
  });

  it("bound what a defect could make of their labels", () => {
    const { instruments, values } = recordingInstruments();
    const metrics = createEngineMetrics(instruments);
    for (let index = 0; index < 1_000; index++) {
      metrics.tryEnded({ nodeType: `type_${index}`, outcome: "dead", errorCode: `code_${index}`, inline: false });
    }
    const failures = [...values.keys()].filter((name) => name.includes("failures_total"));
    expect(failures.length).toBeLessThanOrEqual(62);
    expect(values.get('workflow_engine_step_failures_total{"code":"other"}')).toBeGreaterThan(900);
    expect(values.get('workflow_engine_step_tries_total{"node_type":"other","outcome":"dead","inline":"false"}')).toBe(
      1_000,
    );
  });
});

describe("queue gauges", () => {
  it("say that they know nothing, rather than an old or false number", () => {
    const { instruments, values } = recordingInstruments();
    const set = createQueueGauges(instruments);
    const some = { due: 1, scheduled: 2, running: 3, blocked: 4, dead: 5, expiredLeases: 6, oldestDueSeconds: 7 };
    set({ ...some, activeWorkers: 8, drainingWorkers: 9 });
    expect(values.get('workflow_engine_queue_steps{"state":"due"}')).toBe(1);
    expect(values.get("workflow_engine_database_up{}")).toBe(1);
    set(undefined);
    expect(values.get("workflow_engine_database_up{}")).toBe(0);
    const others = [...values].filter(([name]) => !name.startsWith("workflow_engine_database_up"));
    expect(others.map(([, value]) => value)).toEqual(others.map(() => Number.NaN));
  });
});
