import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningApp, startApp } from "../support/start-app";
import { until } from "../support/until";
import { waitingGraph } from "./services/graphs";

/* Streams as Next serves them, to a client that reads bytes. */

let app: RunningApp;
let workflowId: string;
beforeAll(async () => {
  app = await startApp();
  workflowId = (await post<{ id: string }>("/api/workflows", { name: "Live", ...waitingGraph })).id;
  await post(`/api/workflows/${workflowId}/activate`);
}, 600_000);
afterAll(() => app.stop());

async function post<Body>(path: string, body: unknown = {}): Promise<Body> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${app.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json() as Promise<Body>;
}

const trigger = async () => (await post<{ id: string }>(`/api/workflows/${workflowId}/trigger`)).id;

interface Stream {
  response: IncomingMessage;
  /** what has come so far */
  text(): string;
  /** the ids of the events that have come so far */
  ids(): string[];
  ended: Promise<unknown>;
  close(): void;
}

function openStream(runId: string, headers: Record<string, string> = {}): Promise<Stream> {
  const input = encodeURIComponent(JSON.stringify({ json: { id: runId } }));
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${app.url}/api/trpc/live.run?input=${input}`, { headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("error", () => undefined);
      resolve({
        response,
        text: () => text,
        ids: () => [...text.matchAll(/^id: (.+)$/gm)].map(([, id = ""]) => id),
        ended: new Promise((end) => response.on("close", end)),
        close: () => request.destroy(),
      });
    });
    request.on("error", reject);
    request.end();
  });
}

/**
 * A stream that goes on after all that there was, so that its first news is a ping. The worker's last change may come
 * after the caller's look, so an earlier id is given up for a later one; a run that waits has only a few changes left.
 */
async function openUnchangedStream(runId: string, seen: string): Promise<{ stream: Stream; last: string }> {
  let last = seen;
  for (let round = 0; round < 3; round += 1) {
    const stream = await openStream(runId, { "last-event-id": last });
    await until("a ping", () => stream.text().includes("event: ping"));
    const later = stream.ids().at(-1);
    if (later === undefined) return { stream, last };
    stream.close();
    last = later;
  }
  throw new Error("A stream repeated what its client had seen, three times.");
}

describe("a stream", () => {
  it("is sent as it comes: no cache, no compression, no proxy's buffer", async () => {
    const stream = await openStream(await trigger(), { "accept-encoding": "gzip, br" });
    await until("an event", () => stream.ids().length > 0);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform, no-store",
      "x-accel-buffering": "no",
    });
    expect(stream.response.headers["content-encoding"]).toBeUndefined();
    stream.close();
  });

  it("goes on after its Last-Event-ID: with what was missed, or with the next change", async () => {
    const runId = await trigger();
    const first = await openStream(runId);
    await until("the worker has come to the wait", async () =>
      (await (await fetch(`${app.url}/api/runs/${runId}`)).text()).includes("wake_at"),
    );
    await until("an event", () => first.ids().length > 0);
    first.close();
    const { stream: unchanged, last } = await openUnchangedStream(runId, first.ids().at(-1) ?? "");
    await post(`/api/runs/${runId}/cancel`);
    await until("the change", () => unchanged.text().includes('"status":"cancelled"'));
    const late = await openStream(runId, { "last-event-id": last });
    await until("what was missed", () => late.text().includes('"status":"cancelled"'));
    unchanged.close();
    late.close();
  });

  it("of a page that was closed costs nothing any more", async () => {
    const stream = await openStream(await trigger());
    await until("an event", () => stream.ids().length > 0);
    const before = await lastLook();
    await until("it is looked at again", async () => (await lastLook()) > before);
    stream.close();
    await until("nothing is looked at", async () => {
      const seen = await lastLook();
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return (await lastLook()) === seen;
    });
    expect(stream.response.destroyed).toBe(true);
  });
});

/** When the web server last asked for states of runs. */
async function lastLook(): Promise<number> {
  const [row] = await app.database.db.$queryRaw<{ at: number | null }[]>`
    SELECT max(extract(epoch FROM query_start))::float8 AS at FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'workflow-engine web' AND query LIKE '%run.xmin%'`;
  return row?.at ?? 0;
}

it("holds up no stop, tells its client to come back, and is no failure in the log", async () => {
  const runId = await trigger();
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(runId)));
  await until("all have their first event", () => streams.every((stream) => stream.ids().length > 0));
  // Past this it would be killed, and its exit code be 137.
  await app.web.stop(20_000);
  expect(await app.web.exited).toBe(143);
  await Promise.all(streams.map(({ ended }) => ended));
  for (const stream of streams) {
    // One that was cut off would have been told nothing.
    expect(stream.text()).toContain("event: serialized-error");
    expect(stream.text()).toContain("SERVICE_UNAVAILABLE");
    expect(stream.text()).not.toContain("event: return");
  }
  expect(app.output.filter((line) => line.includes("request could not be served"))).toEqual([]);
});
