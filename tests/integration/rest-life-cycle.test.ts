import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActive, createDraft, openConnections, refusal, type WorkflowBody } from "./services/client";
import { logGraph } from "./services/graphs";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

const save = (body: unknown) => app.call<WorkflowBody>("POST", "/api/workflows", { body });
const act = (id: string, verb: string) => app.call<WorkflowBody>("POST", `/api/workflows/${id}/${verb}`);

describe("activate", () => {
  it("lets one of twenty through; the others find it active", async () => {
    const { id } = await createDraft(app, logGraph());
    await openConnections(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(id, "activate")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["already_active"]));
    expect(refused).toHaveLength(19);
  });

  it("tells everything that keeps a graph from running", async () => {
    const { id } = await createDraft(app, {
      nodes: [
        { id: "start", type: "trigger" },
        { id: "call", type: "http_request", config: { method: "FETCH" } },
        { id: "island", type: "log", config: { message: "{{ steps.call.output }" } },
      ],
      edges: [{ source: "start", target: "call", branch: "true" }],
    });
    const answer = await act(id, "activate");
    expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
    expect(answer.text).toContain("island");
    expect(answer.text).toContain("nodes.1.config.url");
    expect(answer.text).toContain("nodes.1.config.method");
    expect(answer.text).toContain("edges.0.branch");
    expect((await app.call<WorkflowBody>("GET", `/api/workflows/${id}`)).body.status).toBe("draft");
  });

  it("freezes the version: neither a save nor a statement changes it", async () => {
    const { id } = await createActive(app, logGraph("frozen"));
    expect(refusal(await save({ id, name: "Changed", ...logGraph("changed") }))).toEqual({
      status: 409,
      code: "not_draft",
    });
    const change = app.db
      .$executeRaw`UPDATE workflow_version SET definition = '{}'::json WHERE workflow_id = ${id}::uuid`;
    await expect(change).rejects.toThrow(/published/);
    await expect(app.db.$executeRaw`DELETE FROM workflow_version WHERE workflow_id = ${id}::uuid`).rejects.toThrow(
      /published/,
    );
    expect((await app.call("GET", `/api/workflows/${id}`)).text).toContain("frozen");
  });

  it("races with saves: what is published is what the last save before it said", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await createDraft(app, logGraph("before"));
      const [saved, activated] = await Promise.all([
        save({ id, name: "Raced", ...logGraph("after") }),
        act(id, "activate"),
      ]);
      expect(activated.status).toBe(200);
      const message = saved.status === 200 ? "after" : "before";
      expect([200, 409]).toContain(saved.status);
      expect((await app.call("GET", `/api/workflows/${id}`)).text).toContain(`"message":"${message}"`);
    }
  });
});

describe("archive and restore", () => {
  it("returns each workflow to its former status", async () => {
    const draft = await createDraft(app, logGraph());
    const active = await createActive(app, logGraph());
    for (const { id } of [draft, active]) {
      expect(await act(id, "archive")).toMatchObject({ status: 200, body: { status: "archived" } });
      expect(refusal(await act(id, "archive"))).toEqual({ status: 409, code: "conflict" });
      expect(refusal(await act(id, "activate"))).toEqual({ status: 409, code: "not_draft" });
      expect(refusal(await save({ id, name: "x", ...logGraph() }))).toEqual({ status: 409, code: "not_draft" });
      expect(refusal(await app.call("POST", `/api/workflows/${id}/trigger`))).toEqual({
        status: 409,
        code: "not_active",
      });
    }
    expect((await act(draft.id, "restore")).body.status).toBe("draft");
    expect((await act(active.id, "restore")).body.status).toBe("active");
    for (const { id } of [draft, active]) {
      expect(refusal(await act(id, "restore"))).toEqual({ status: 409, code: "conflict" });
    }
    expect(refusal(await act(active.id, "activate"))).toEqual({ status: 409, code: "already_active" });
  });

  it("lets one of ten archive", async () => {
    const { id } = await createActive(app, logGraph());
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, "archive")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("does not find unknown and malformed ids", async () => {
    for (const verb of ["activate", "archive", "restore", "trigger"]) {
      for (const id of ["01980000-0000-7000-8000-0000000000ff", "x"]) {
        expect(refusal(await act(id, verb))).toEqual({ status: 404, code: "not_found" });
      }
    }
  });
});
