import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { workflowTemplates } from "@/core/workflow-templates";
import { messageIn, type Product, type ProductRun, startProduct } from "../support/product";

vi.setConfig({ testTimeout: 90_000 });

interface Received {
  method: string;
  query: Record<string, string>;
  authorization: string | undefined;
  body: unknown;
}

/** Answers what it receives, as the app's own echo does. */
const received: Received[] = [];
const server: Server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString();
    const { searchParams } = new URL(request.url ?? "/", "http://echo");
    const { method = "", headers } = request;
    const said = { method, query: Object.fromEntries(searchParams), body: text === "" ? null : JSON.parse(text) };
    received.push({ ...said, authorization: headers.authorization });
    response.setHeader("content-type", "application/json").end(JSON.stringify(said));
  });
});

let product: Product;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  product = await startProduct({ environment: { APP_URL: `http://127.0.0.1:${port}` } });
  await product.work({ concurrency: 10 });
});
afterAll(async () => {
  await product.close();
  server.close();
});

/** What each template is for, with the payload that it comes with and with others; waits are cut short. */
const cases: Record<string, { payload?: object; message?: [node: string, text: string]; visits: string[] }[]> = {
  "webhook-relay": [
    {
      visits: ["start", "wanted", "forward", "forwarded"],
      message: ["forwarded", "order.created evt_1001 passed on: 200"],
    },
    { payload: { event: "order.viewed" }, visits: ["start", "wanted", "ignored"] },
  ],
  "approval-by-amount": [
    {
      visits: ["start", "small", "large", "ask_manager", "asked"],
      message: ["asked", "a new laptop for 1800: asked lee@example.com"],
    },
    { payload: { amount: 100 }, visits: ["start", "small", "approved"] },
    {
      payload: { amount: 5_001 },
      visits: ["start", "small", "large", "ask_board", "asked"],
      message: ["asked", "a new laptop for 5001: asked board@example.com"],
    },
  ],
  "polling-with-backoff": [
    {
      payload: { wait_seconds: [0, 0] },
      visits: ["start", "look_1", "done_1", "pause_1", "look_2", "done_2", "pause_2", "look_3", "done_3", "finished"],
    },
    {
      payload: { states: ["queued", "queued", "queued"], wait_seconds: [0, 0] },
      visits: ["start", "look_1", "done_1", "pause_1", "look_2", "done_2", "pause_2", "look_3", "done_3", "gave_up"],
    },
    { payload: { states: [] }, visits: ["start", "look_1", "done_1", "finished"] },
  ],
  "fan-out-and-join": [
    {
      visits: ["start", "price", "stock", "shipping", "quote", "sent"],
      message: [
        "sent",
        'Quoted A-100: {"sku":"A-100","quantity":3,"price":"12.50","in_stock":"40","delivery":"2 days"}',
      ],
    },
  ],
  "escalation-after-delay": [
    {
      payload: { wait_seconds: 0 },
      visits: ["start", "tell", "wait", "look", "taken", "escalate", "escalated"],
      message: ["escalated", "INC-7 went to alex"],
    },
    { payload: { wait_seconds: 0, state: "taken" }, visits: ["start", "tell", "wait", "look", "taken", "fine"] },
  ],
  "health-check-alert": [
    {
      payload: { wait_seconds: 0 },
      visits: ["start", "check", "healthy", "wait", "again", "recovered", "alert"],
    },
    {
      payload: { states: ["down", "up"], wait_seconds: 0 },
      visits: ["start", "check", "healthy", "wait", "again", "recovered", "up"],
    },
    { payload: { states: ["up"] }, visits: ["start", "check", "healthy", "up"] },
  ],
  "reminder-sequence": [
    {
      payload: { wait_seconds: 0 },
      visits: ["start", "week", "look", "paid", "first", "another", "second"],
    },
    { payload: { wait_seconds: 0, paid: true }, visits: ["start", "week", "look", "paid", "thanks"] },
  ],
  "enrich-and-route": [
    { visits: ["start", "lookup", "enterprise", "to_sales", "routed"] },
    { payload: { employees: 12 }, visits: ["start", "lookup", "enterprise", "to_trial", "routed"] },
  ],
  "signed-notification": [
    {
      payload: { urgent: true },
      visits: ["start", "urgent", "post", "posted"],
      message: ["posted", "Posted to deployments: 200"],
    },
    { payload: { wait_seconds: 0 }, visits: ["start", "urgent", "pause", "post", "posted"] },
  ],
};

const nodesOf = ({ steps }: ProductRun) => steps.map(({ node_id }) => node_id).sort();

describe.each(workflowTemplates.map((template) => [template.name, template] as const))("%s", (_, template) => {
  const variants = cases[template.id] ?? [];

  it("runs as it is meant to, with its own payload and with others", async () => {
    expect(variants.length).toBeGreaterThan(0);
    for (const key of template.secrets) {
      const { status } = await product.app.call("POST", "/api/secrets", { body: { key, value: "token of the chat" } });
      expect(status).toBeLessThan(300);
    }
    for (const { payload, visits, message } of variants) {
      const run = await product.run(template.definition, { ...template.payload, ...payload });
      expect(run.error).toBeNull();
      expect(run.status).toBe("succeeded");
      expect(nodesOf(run)).toEqual([...visits].sort());
      if (message) expect(messageIn(run, message[0])).toBe(message[1]);
    }
  });
});

it("a secret of a template is sent where it belongs, and stored nowhere", async () => {
  expect(received.some(({ authorization }) => authorization === "Bearer token of the chat")).toBe(true);
  const runs = await product.db.$queryRaw<{ text: string }[]>`
    SELECT coalesce(input::text, '') || coalesce(output::text, '') AS text FROM step_execution`;
  expect(runs.filter(({ text }) => text.includes("token of the chat"))).toEqual([]);
  await product.expectSound();
});
