import { afterAll, beforeAll, expect, it } from "vitest";
import { createActive, createDraft, refusal, triggerRun } from "./services/client";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const start = { id: "start", type: "trigger", config: {} };

/** Waits for an hour before it sends a secret, and notes a text that only names one. */
function sendingGraph(key: string) {
  const header = { authorization: `Bearer {{ secrets.${key} }}` };
  return {
    nodes: [
      start,
      { id: "wait", type: "delay", config: { seconds: 3600 } },
      { id: "send", type: "http_request", config: { url: "https://example.org", headers: header } },
      { id: "note", type: "log", config: { message: `sent ${key}` } },
    ],
    edges: [
      { source: "start", target: "wait" },
      { source: "wait", target: "send" },
      { source: "send", target: "note" },
    ],
  };
}

interface Use {
  workflow_id: string;
  workflow_status: string;
  kind: string;
  is_current: boolean;
  open_runs: number;
  node_ids: string[];
}

async function usesOf(key: string): Promise<Use[]> {
  const answer = await app.call<{ key: string; uses: Use[] }>("GET", `/api/secrets/${key}/usage`);
  expect(answer.status).toBe(200);
  return answer.body.uses;
}

it("names drafts, active workflows, and what unfinished runs are pinned to, and nothing else", async () => {
  const draft = await createDraft(app, sendingGraph("TOKEN"), "1 draft");
  const active = await createActive(app, sendingGraph("TOKEN"), "2 active");
  await triggerRun(app, active.id);
  await triggerRun(app, active.id);
  const pinned = await createActive(app, sendingGraph("TOKEN"), "3 archived, with a run");
  const run = await triggerRun(app, pinned.id);
  const archived = await createActive(app, sendingGraph("TOKEN"), "archived, with none");
  const tried = await createDraft(app, sendingGraph("TOKEN"), "4 test run of what was a draft");
  await app.call("POST", `/api/workflows/${tried.id}/test-run`);
  await createDraft(app, sendingGraph("TOKENS"), "a longer key");
  for (const { id } of [pinned, archived, tried]) await app.call("POST", `/api/workflows/${id}/archive`);

  const use = (workflow: { id: string }, status: string, more: Partial<Use>) => ({
    workflow_id: workflow.id,
    workflow_status: status,
    kind: "normal",
    node_ids: ["send"],
    ...more,
  });
  expect(await usesOf("TOKEN")).toMatchObject([
    use(draft, "draft", { is_current: true, open_runs: 0 }),
    use(active, "active", { is_current: true, open_runs: 2 }),
    use(pinned, "archived", { is_current: false, open_runs: 1 }),
    use(tried, "archived", { is_current: false, open_runs: 1, kind: "test" }),
  ]);

  await app.call("POST", `/api/runs/${run}/cancel`);
  expect((await usesOf("TOKEN")).map(({ workflow_id }) => workflow_id)).not.toContain(pinned.id);
  expect(await usesOf("NOBODY")).toEqual([]);
  expect(refusal(await app.call("GET", "/api/secrets/lower/usage"))).toEqual({ status: 404, code: "not_found" });
});
