import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, passesDoor } from "@/contracts/operation";
import { operations } from "@/contracts/operations";
import { policy, type Rule } from "@/contracts/policy";
import { includesRole, type Role, roles } from "@/core/roles";
import type { ErrorBody } from "../services/client";
import { logGraph } from "../services/graphs";
import type { Answer } from "../services/web-app";
import { type AccountsApp, type Credentials, startAccountsApp } from "./accounts-app";

/** Every procedure and every operation, asked by every role and by nobody, with nothing that fits an input. */
let app: AccountsApp;
let procedures: { path: string; type: string }[];
const credentials = new Map<Asker, Credentials>();
beforeAll(async () => {
  app = await startAccountsApp();
  const { appRouter } = await import("@/server/routers");
  // At run time the table is flat, by the procedures' paths; its type is the nested one.
  const table = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  procedures = Object.entries(table).map(([path, { _def }]) => ({ path, type: _def.type }));
  for (const role of roles) credentials.set(role, (await app.addKey(role)).credentials);
  const admin = credentials.get("admin");
  const workflow = await app.as<{ id: string }>(admin, "POST", "/api/workflows", {
    body: { name: "A", ...logGraph() },
  });
  await app.as(admin, "POST", `/api/workflows/${workflow.body.id}/test-run`);
});
afterAll(() => app.close());

type Asker = Role | "nobody";
const askers: readonly Asker[] = ["nobody", ...roles];

/** What the table says of one who asks; the words of a refusal are the door's own, so no other refusal passes for it. */
function expected({ role }: Rule, asker: Asker): "asked on" | "unauthorized" | "forbidden" {
  if (role === "anyone") return "asked on";
  if (asker === "nobody") return "unauthorized";
  return includesRole(asker, role) ? "asked on" : "forbidden";
}

function outcome({ code, message }: { code: string | undefined; message: string | undefined }): string {
  if (code === "unauthorized" && message === "Sign in first.") return "unauthorized";
  if (code === "forbidden" && message?.startsWith("This takes ")) return "forbidden";
  if (code === "forbidden" && message?.includes("missing in the table")) return "without a rule";
  return "asked on";
}

async function askProcedure(path: string, type: string, asker: Asker): Promise<string> {
  const input = encodeURIComponent('{"json":{}}');
  const who = credentials.get(asker);
  if (type === "subscription") return askStream(path, input, who);
  const { text } = await (type === "query"
    ? app.as(who, "GET", `/api/trpc/${path}?input=${input}`)
    : app.as(who, "POST", `/api/trpc/${path}`, { body: { json: {} } }));
  return outcome(errorIn(text));
}

/** A stream answers until it is left. */
async function askStream(path: string, input: string, who: Credentials | undefined): Promise<string> {
  const { handleTrpc } = await import("@/server/handle-trpc");
  const leave = new AbortController();
  const headers = { ...who, accept: "text/event-stream" };
  const url = `http://127.0.0.1:3000/api/trpc/${path}?input=${input}`;
  const response = await handleTrpc(new Request(url, { headers, signal: leave.signal }));
  const reader = response.body?.getReader();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    text += new TextDecoder().decode(part?.value);
    // A refusal comes as the stream's first event; whoever is let in is told what there is.
    if (!part || part.done || text.includes('"appCode"') || text.includes("\nid: ")) break;
  }
  leave.abort();
  await reader?.cancel().catch(() => undefined);
  return outcome(errorIn(text));
}

/** The code and the words of the error in what tRPC answered, in whatever frame. */
function errorIn(text: string): { code: string | undefined; message: string | undefined } {
  return {
    code: /"appCode":"(\w+)"/.exec(text)?.[1],
    message: /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1],
  };
}

async function askOperation({ method, path }: Operation, asker: Asker): Promise<string> {
  const url = path.replace(/\{\w+\}/g, "nope");
  const answer: Answer<ErrorBody | undefined> = await app.as(credentials.get(asker), method, url, {
    ...(method === "POST" || method === "PUT" || method === "PATCH" ? { body: {} } : {}),
  });
  const error = answer.status >= 400 ? answer.body?.error : undefined;
  return outcome({ code: error?.code, message: error?.message });
}

describe("the table of rights", () => {
  it("has a rule for each procedure and each operation, and none for what is not there", () => {
    const own = Object.entries<Operation>(operations)
      .filter(([, operation]) => passesDoor(operation))
      .map(([id, { procedure }]) => procedure ?? id);
    expect(Object.keys(policy).sort()).toEqual([...new Set([...procedures.map(({ path }) => path), ...own])].sort());
  });

  it("agrees with the document about who is asked who they are", () => {
    for (const [id, operation] of Object.entries<Operation>(operations)) {
      const { needs, procedure } = operation;
      const rule = policy[procedure ?? id];
      if (!rule) expect([id, passesDoor(operation)]).toEqual([id, false]);
      else expect([id, needs.includes("caller")]).toEqual([id, rule.role !== "anyone"]);
    }
  });

  it("lets viewers change nothing but their own session", () => {
    const writing = procedures.filter(({ type }) => type === "mutation").map(({ path }) => path);
    const byViewers = writing.filter((path) => policy[path]?.role === "viewer");
    expect(byViewers.sort()).toEqual(["session.changePassword", "session.signOutEverywhere"]);
  });

  it("is obeyed by every procedure", async () => {
    expect(procedures.length).toBeGreaterThan(50);
    for (const asker of askers) {
      for (const { path, type } of procedures) {
        const rule = policy[path];
        if (!rule) throw new Error(`${path} has no rule.`);
        expect([path, asker, await askProcedure(path, type, asker)]).toEqual([path, asker, expected(rule, asker)]);
      }
    }
  });

  // The answer to HEAD has no words.
  const speaking = Object.entries<Operation>(operations).filter(([, { method }]) => method !== "HEAD");

  it.each(speaking)("is obeyed by %s", async (id, operation) => {
    const rule = policy[operation.procedure ?? id] ?? { role: "anyone", scope: "any" };
    for (const asker of askers) {
      expect([asker, await askOperation(operation, asker)]).toEqual([asker, expected(rule, asker)]);
    }
  });

  it("refuses what it does not name, to admins too", async () => {
    const { Door } = await import("@/server/access/door");
    const headers = new Headers(credentials.get("admin"));
    const door = new Door({ headers, mutates: false, source: "api" });
    await expect(door.admit("workflows.forget", {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
