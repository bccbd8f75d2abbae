import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Workflow } from "@/contracts/workflows";
import { addNode } from "@/core/graph/edit/change-nodes";
import { JsonText } from "@/core/json";
import { DraftStore, type SaveRequest } from "./draft-store";

const stored: Workflow = {
  id: "w",
  name: "Orders",
  description: "",
  status: "draft",
  version: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  nodes: new JsonText('[{"id":"start","type":"trigger","position":{"x":1.10,"y":0}}]'),
  edges: new JsonText("[]"),
};

function refusal(appCode: string, message = appCode, details: unknown = []): Error {
  return Object.assign(new TRPCClientError(message), { data: { appCode, details, requestId: "r" } });
}

/** A server that stores what is sent, one millisecond later each time; each answer can be taken over by a test. */
function createStore() {
  const sent: SaveRequest[] = [];
  const answers: (() => Promise<Workflow>)[] = [];
  let current = stored;
  const ports = {
    send: (request: SaveRequest) => {
      sent.push(request);
      const answer = answers.shift();
      if (answer) return answer();
      const { name, description, nodes, edges } = request;
      const updated_at = new Date(Date.parse(current.updated_at) + 1).toISOString();
      current = { ...current, name, description, nodes, edges, updated_at };
      return Promise.resolve(current);
    },
    fetchLatest: () => Promise.resolve(current),
    onSaved: () => undefined,
  };
  const store = new DraftStore(stored, ports);
  return {
    store,
    sent,
    answers,
    theySave: (name: string) => {
      current = { ...current, name, updated_at: "2026-02-01T00:00:00.000Z" };
      return current;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a draft's edits", () => {
  it("keep what they do not touch to the digit, in both forms", async () => {
    const { store, sent } = createStore();
    store.changeGraph((definition) => addNode(definition, { id: "note", type: "log", config: {} }), "x");
    await store.save();
    expect(sent[0]?.nodes.text).toBe(
      '[{"id":"start","type":"trigger","position":{"x":1.10,"y":0}},{"id":"note","type":"log","config":{}}]',
    );
    store.editText(store.content.source.text.replace("1.10", "1.100"));
    expect(store.content.source.editable?.nodes).toHaveLength(2);
    await store.save();
    expect(sent[1]?.nodes.text).toContain("1.100");
  });

  it("are none once they are undone, and a broken text stops the graph alone", () => {
    const { store } = createStore();
    store.edit({ name: "Other" }, "name");
    store.edit({ name: "Others" }, "name");
    expect(store.isDirty).toBe(true);
    store.undo();
    expect(store.isDirty).toBe(false);
    store.editText("{");
    store.changeGraph(() => ({ nodes: [], edges: [] }));
    expect(store.content.source.text).toBe("{");
    store.undo();
    expect(store.isDirty).toBe(false);
  });
});

describe("a text that is no JSON yet", () => {
  it("is unsaved without being part of the definition, and goes with its node", () => {
    const { store } = createStore();
    store.changeGraph((definition) => addNode(definition, { id: "call", type: "http_request", config: {} }));
    store.setUnfinished("call body", "{");
    store.undo();
    expect(store.isDirty).toBe(false);
    store.setUnfinished("start body", "{");
    store.edit({ name: "Other" });
    store.undo();
    expect(store.isDirty).toBe(true);
    store.setUnfinished("start body", undefined);
    expect(store.isDirty).toBe(false);
  });
});

describe("saving by itself", () => {
  it("happens a while after the last edit, once", async () => {
    const { store, sent } = createStore();
    store.setAutosave(true);
    store.edit({ name: "A" });
    await vi.advanceTimersByTimeAsync(1_000);
    store.edit({ name: "AB" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map(({ name }) => name)).toEqual(["AB"]);
    expect(store.isDirty).toBe(false);
  });

  it("does not happen while someone is asked, nor with what cannot be saved, nor when it is not wanted", async () => {
    const { store, sent } = createStore();
    store.edit({ name: "A" });
    await vi.advanceTimersByTimeAsync(60_000);
    store.setAutosave(true);
    store.setPaused(true);
    await vi.advanceTimersByTimeAsync(60_000);
    store.setPaused(false);
    store.editText("{");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(store.getSnapshot().failure).toBeUndefined();
  });

  it("is tried again after a failure that may pass, with what was typed since, and loses nothing", async () => {
    const { store, sent, answers } = createStore();
    store.setAutosave(true);
    answers.push(
      () => Promise.reject(new TypeError("fetch failed")),
      () => Promise.reject(refusal("unavailable")),
    );
    store.edit({ name: "A" });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(store.getSnapshot().failure?.message).toContain("tried again");
    expect(store.content.name).toBe("A");
    await vi.advanceTimersByTimeAsync(2_000);
    store.edit({ name: "AB" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map(({ name }) => name)).toEqual(["A", "A", "AB"]);
    expect(store.getSnapshot()).toMatchObject({ failure: undefined, isSaving: false });
  });

  it("is not tried again after a refusal that stays one", async () => {
    const { store, sent, answers } = createStore();
    store.setAutosave(true);
    answers.push(() => Promise.reject(refusal("validation_error", "No.", [{ path: "nodes.0.type", message: "Bad." }])));
    store.edit({ name: "A" });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(1);
    expect(store.getSnapshot().failure?.problems).toEqual([{ place: { path: "nodes.0.type" }, message: "Bad." }]);
  });
});

describe("two saves", () => {
  it("wait for one another, and the second sends what was typed meanwhile", async () => {
    const { store, sent, answers } = createStore();
    let answerFirst: (workflow: Workflow) => void = () => undefined;
    answers.push(() => new Promise((resolve) => (answerFirst = resolve)));
    store.edit({ name: "A" });
    const one = store.save();
    store.edit({ name: "AB" });
    const two = store.save();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    answerFirst({ ...stored, name: "A", updated_at: "2026-01-01T00:00:01.000Z" });
    await Promise.all([one, two]);
    expect(sent.map(({ name, expected_updated_at }) => [name, expected_updated_at])).toEqual([
      ["A", "2026-01-01T00:00:00.000Z"],
      ["AB", "2026-01-01T00:00:01.000Z"],
    ]);
  });
});

describe("someone else's version", () => {
  it("is taken over only where there is nothing to lose", () => {
    const { store, theySave } = createStore();
    store.offer(theySave("Theirs"));
    expect(store.content.name).toBe("Theirs");
    store.edit({ name: "Mine" });
    store.offer({ ...theySave("Theirs again"), updated_at: "2026-03-01T00:00:00.000Z" });
    expect(store.content.name).toBe("Mine");
  });

  it("is asked about when it was saved first; nothing is saved by itself until that is decided", async () => {
    const { store, sent, answers, theySave } = createStore();
    store.setAutosave(true);
    theySave("Theirs");
    answers.push(() => Promise.reject(refusal("stale_update")));
    store.edit({ name: "Mine" });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(store.getSnapshot().isStale).toBe(true);
    store.keepEditing();
    store.edit({ name: "Mine, still" });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toHaveLength(1);
    await store.overwriteTheirs();
    expect(sent[1]).toMatchObject({ name: "Mine, still", expected_updated_at: "2026-02-01T00:00:00.000Z" });
    expect(store.isDirty).toBe(false);
  });

  it("takes mine's place when I say so, and undoing brings mine back", async () => {
    const { store, theySave } = createStore();
    theySave("Theirs");
    store.edit({ name: "Mine" });
    await store.takeTheirs();
    expect([store.content.name, store.isDirty]).toEqual(["Theirs", false]);
    store.undo();
    expect([store.content.name, store.isDirty]).toEqual(["Mine", true]);
  });
});
