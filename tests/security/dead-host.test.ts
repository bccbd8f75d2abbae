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
  await product.spawnWorker(["--concurrency", "20"]);
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
});
