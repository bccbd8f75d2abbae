import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { startEcho, startStub } from "@/nodes/testing/servers";
import { createActive, triggerRun } from "../integration/services/client";
import { type Product, startProduct, stepIn } from "../support/product";
import { call, chainOf } from "../support/product-graphs";
import { until } from "../support/until";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product.close();
  await cleanUp();
});

it("a host that accepts and says nothing holds a part of the slots only, and who waits for it loses no attempt", async () => {
  const held: Socket[] = [];
  let isBack = false;
  const host = await startStub((socket) => {
    if (isBack) socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    else held.push(socket);
  });
  const other = await startEcho();
  // For longer than anybody waits here: a slot that is held once is held to the end.
  const config = { timeout_seconds: 300, max_attempts: 1 };
  const silent = await createActive(product.app, chainOf(call("call", { ...config, url: host.url })));
  const alive = await createActive(product.app, chainOf(call("call", { ...config, url: other.url })));
  const waiting = await Promise.all(Array.from({ length: 60 }, () => triggerRun(product.app, silent.id)));
  const worker = await product.spawnWorker(["--concurrency", "20"]);
  await until("the silent host has its share", () => held.length === 15);

  const quick = await Promise.all(Array.from({ length: 30 }, () => triggerRun(product.app, alive.id)));
  for (const id of quick) expect((await product.ended(id)).status).toBe("succeeded");
  expect(held).toHaveLength(15);

  // Nobody knows which of the 60 the 15 are.
  const putOff = await until("all others are put off", async () => {
    const runs = await Promise.all(waiting.map((id) => product.read(id)));
    const pending = runs.filter((run) => stepIn(run, "call").status === "pending");
    return pending.length === 45 && pending;
  });
  for (const run of putOff) expect(stepIn(run, "call")).toMatchObject({ attempt: 0, error: null, attempts: [] });
  const reasons = await until("one of them waits for its turn", async () => {
    const { body } = await product.app.call<{ nodes: { node_id: string; code: string; message: string }[] }>(
      "GET",
      `/api/runs/${putOff[0]?.id}/explanation`,
    );
    return JSON.stringify(body).includes("waiting_for_host") && JSON.stringify(body);
  });
  expect(reasons).toContain("No attempt is used up");

  isBack = true;
  for (const socket of held) socket.destroy();
  const ended = await Promise.all(waiting.map((id) => product.ended(id)));
  const byStatus = (status: string) => ended.filter((run) => run.status === status);
  expect({ failed: byStatus("failed").length, succeeded: byStatus("succeeded").length }).toEqual({
    failed: 15,
    succeeded: 45,
  });
  for (const run of byStatus("succeeded")) expect(stepIn(run, "call")).toMatchObject({ attempt: 1 });
  await product.expectSound();
  await worker.stop(10_000);
});

const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

/** Answers at once until it is told to be silent, and answers what it held once it is told to speak. */
async function startMoody(answers: number) {
  const held: Socket[] = [];
  let left = answers;
  const { url } = await startStub((socket) => {
    if (left-- > 0) socket.write(noContent);
    else held.push(socket);
  });
  const speak = () => {
    left = Number.POSITIVE_INFINITY;
    for (const socket of held.splice(0)) socket.write(noContent);
  };
  return { url, held, speak };
}

/** Active, without time limits that end within this test, and without a second try. */
const calling = (url: string) =>
  createActive(product.app, chainOf(call("call", { method: "POST", url, timeout_seconds: 300, max_attempts: 1 }))).then(
    ({ id }) => id,
  );

const trigger = (workflowId: string, times: number): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => triggerRun(product.app, workflowId)));

async function allSucceed(ids: readonly string[]): Promise<void> {
  for (const id of ids) expect((await product.ended(id)).status).toBe("succeeded");
}

it("a quick host that goes silent from one moment to the next, with a hundred steps due for it, leaves slots to others", async () => {
  const host = await startMoody(40);
  const other = await calling((await startEcho()).url);
  const waiting = await trigger(await calling(host.url), 140);
  const quick = await trigger(other, 30);
  const worker = await product.spawnWorker(["--concurrency", "20"]);
  await until("the host has gone silent", () => host.held.length > 0);
  await allSucceed(quick);
  await until("it has its share, and not one slot more", () => host.held.length === 15);
  await allSucceed(await trigger(other, 30));
  expect(host.held).toHaveLength(15);
  host.speak();
  await allSucceed(waiting);
  await worker.stop(10_000);
});

it("a host that redirects to a silent one leaves slots to others", async () => {
  const silent = await startMoody(0);
  const redirecting = await startEcho((_request, response) => response.writeHead(307, { location: silent.url }).end());
  const other = await calling((await startEcho()).url);
  const waiting = await trigger(await calling(redirecting.url), 60);
  const worker = await product.spawnWorker(["--concurrency", "20"]);
  await until("the silent host has its share", () => silent.held.length >= 15);
  await allSucceed(await trigger(other, 30));
  expect(silent.held).toHaveLength(15);
  silent.speak();
  await allSucceed(waiting);
  await worker.stop(10_000);
});
