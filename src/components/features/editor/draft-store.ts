import type { PlacedProblem } from "@/components/editor/editor-types";
import { type ReadableError, readError } from "@/components/errors/read-error";
import type { Workflow } from "@/contracts/workflows";
import type { Definition } from "@/core/definition";
import { JsonText, stringifyJson } from "@/core/json";
import { DefinitionSource } from "./definition-source";
import { type EditHistory, endStep, recordEdit, redoEdit, startHistory, undoEdit } from "./edit-history";

export type SaveState = "saved" | "unsaved" | "saving" | "failed";

export interface DraftContent {
  name: string;
  description: string;
  source: DefinitionSource;
}

/** What is known to be stored, and the time that the next save has to name. */
interface Stored {
  content: DraftContent;
  updatedAt: string;
}

export interface SaveFailure {
  message: string;
  requestId: string | undefined;
  /** problems of the definition, each with its place */
  problems: readonly PlacedProblem[];
  /** problems of the fields, by their name */
  fields: Readonly<Record<string, string>>;
}

export interface DraftSnapshot {
  history: EditHistory<DraftContent>;
  stored: Stored;
  isSaving: boolean;
  failure: SaveFailure | undefined;
  /** someone else saved, and this person has not decided yet */
  isStale: boolean;
  /** what was typed into fields that hold JSON and is none yet, by `<node id> <field>`; it is no part of the definition */
  unfinished: ReadonlyMap<string, string>;
}

export interface SaveRequest {
  id: string;
  name: string;
  description: string;
  nodes: JsonText;
  edges: JsonText;
  expected_updated_at: string;
}

/** What the store needs of the outside. */
export interface DraftPorts {
  send(request: SaveRequest): Promise<Workflow>;
  /** the workflow as it is stored now, whoever stored it */
  fetchLatest(): Promise<Workflow>;
  onSaved(workflow: Workflow): void;
}

const debounceMs = 1_500;
const retryMs = [2_000, 5_000, 15_000, 30_000] as const;

/**
 * One person's edits of one workflow. What was typed is replaced only when the person says so: a save that fails keeps it and
 * is tried again, and a newer version from elsewhere is taken over only while there is nothing to lose.
 */
export class DraftStore {
  readonly #id: string;
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  #snapshot: DraftSnapshot;
  #inFlight: Promise<Workflow | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** the newer version was seen and not taken: saving by itself would only ask again */
  #isConflicted = false;
  #autosave = false;
  #isPaused = false;

  constructor(workflow: Workflow, ports: DraftPorts) {
    this.#id = workflow.id;
    this.#ports = ports;
    const stored = storedOf(workflow);
    this.#snapshot = {
      history: startHistory(stored.content),
      stored,
      isSaving: false,
      failure: undefined,
      isStale: false,
      unfinished: new Map(),
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): DraftSnapshot => this.#snapshot;

  get content(): DraftContent {
    return this.#snapshot.history.present;
  }

  get isDirty(): boolean {
    return isChanged(this.content, this.#snapshot.stored.content) || this.#snapshot.unfinished.size > 0;
  }

  edit(change: Partial<DraftContent>, step?: string): void {
    this.#setHistory(recordEdit(this.#snapshot.history, { ...this.content, ...change }, step));
  }

  editText(text: string): void {
    // An editor also tells of the text that it was given.
    if (text !== this.content.source.text) this.edit({ source: DefinitionSource.ofText(text) }, "text");
  }

  /** Changes the graph; nothing happens while the definition's text has a mistake. */
  changeGraph(change: (definition: Definition) => Definition, step?: string): void {
    const before = this.content.source.editable;
    if (!before) return;
    const after = change(before);
    if (after !== before) this.edit({ source: DefinitionSource.ofGraph(after) }, step);
  }

  endStep(): void {
    this.#update({ history: endStep(this.#snapshot.history) });
  }

  undo(): void {
    this.#setHistory(undoEdit(this.#snapshot.history));
  }

  redo(): void {
    this.#setHistory(redoEdit(this.#snapshot.history));
  }

  setUnfinished(key: string, text: string | undefined): void {
    if (this.#snapshot.unfinished.get(key) === text) return;
    const unfinished = new Map(this.#snapshot.unfinished);
    if (text === undefined) unfinished.delete(key);
    else unfinished.set(key, text);
    this.#update({ unfinished });
  }

  /** Saves by itself, a while after the last edit, and again after a failure that may pass. */
  setAutosave(autosave: boolean): void {
    this.#autosave = autosave;
    this.#schedule(debounceMs);
  }

  /** While a person is asked what to do with the edits, nothing is decided for them. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#schedule(debounceMs);
  }

  /** What failed for want of a connection is tried again at once when there is one. */
  retryNow(): void {
    if (this.#snapshot.failure && this.#timer !== undefined) this.#schedule(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#autosave = false;
  }

  /** The workflow as the page has it by now; taken over where nothing was edited and it is newer. */
  offer(workflow: Workflow): void {
    // Times of one format compare as texts. An answer that was overtaken by our own save is older, and ignored.
    if (this.isDirty || this.#snapshot.isSaving || workflow.updated_at <= this.#snapshot.stored.updatedAt) return;
    this.#adopt(workflow);
  }

  /** @returns the stored workflow, or undefined when it could not be saved */
  async save(): Promise<Workflow | undefined> {
    return this.#save(() => Promise.resolve(this.#snapshot.stored.updatedAt));
  }

  fetchLatest(): Promise<Workflow> {
    return this.#ports.fetchLatest();
  }

  keepEditing(): void {
    this.#update({ isStale: false });
  }

  async takeTheirs(): Promise<void> {
    this.#adopt(await this.#ports.fetchLatest());
  }

  async overwriteTheirs(): Promise<void> {
    await this.#save(async () => (await this.#ports.fetchLatest()).updated_at);
  }

  discard(workflow: Workflow): void {
    this.#adopt(workflow);
  }

  /** One save at a time: a second one waits for the first and sends what is left to send. */
  async #save(expectedUpdatedAt: () => Promise<string>): Promise<Workflow | undefined> {
    while (this.#inFlight) await this.#inFlight;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const refusal = refuseLocally(this.content);
    if (refusal) {
      this.#update({ failure: refusal });
      return undefined;
    }
    this.#inFlight = this.#send(this.content, expectedUpdatedAt);
    try {
      return await this.#inFlight;
    } finally {
      this.#inFlight = undefined;
      if (!this.#snapshot.failure) this.#schedule(debounceMs);
    }
  }

  async #send(content: DraftContent, expectedUpdatedAt: () => Promise<string>): Promise<Workflow | undefined> {
    this.#update({ isSaving: true, failure: undefined });
    try {
      const saved = await this.#ports.send(toRequest(this.#id, content, await expectedUpdatedAt()));
      this.#failures = 0;
      this.#isConflicted = false;
      // The text stays as it was typed; what was typed since is a change again.
      this.#update({ isSaving: false, isStale: false, stored: { content, updatedAt: saved.updated_at } });
      this.#ports.onSaved(saved);
      return saved;
    } catch (error) {
      await this.#fail(readError(error));
      return undefined;
    }
  }

  async #fail(error: ReadableError): Promise<void> {
    this.#update({ isSaving: false, failure: serverFailure(error) });
    if (error.code === "stale_update" || error.code === "not_draft") {
      this.#isConflicted = true;
      // One that became active or archived meanwhile is no question of whose version stays; the page says so itself.
      const latest = await this.#ports.fetchLatest().catch(() => undefined);
      this.#update({ isStale: latest?.status === "draft" });
    } else if (mayPass(error)) {
      const pause = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? debounceMs;
      this.#failures++;
      this.#schedule(pause);
    }
  }

  #adopt(workflow: Workflow): void {
    const stored = storedOf(workflow);
    const wasChanged = isChanged(this.content, stored.content);
    this.#isConflicted = false;
    this.#update({
      stored,
      failure: undefined,
      isStale: false,
      unfinished: new Map(),
      // What was there before can be had again by undoing.
      ...(wasChanged && { history: recordEdit(this.#snapshot.history, stored.content) }),
    });
  }

  #setHistory(history: EditHistory<DraftContent>): void {
    if (history === this.#snapshot.history) return;
    const nodes = history.present.source.editable?.nodes;
    const { unfinished } = this.#snapshot;
    // What belonged to a node goes with it.
    const kept = [...unfinished].filter(([key]) => nodes?.some(({ id }) => key.startsWith(`${id} `)) ?? true);
    this.#update({
      history,
      failure: undefined,
      ...(kept.length < unfinished.size && { unfinished: new Map(kept) }),
    });
    this.#schedule(debounceMs);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#autosave || this.#isPaused || this.#isConflicted) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // What cannot be saved as it stands is not told of before the person has finished it, or asks for it.
      const { stored, isSaving } = this.#snapshot;
      if (!isSaving && isChanged(this.content, stored.content) && !refuseLocally(this.content)) void this.save();
    }, afterMs);
  }

  #update(change: Partial<DraftSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function storedOf(workflow: Workflow): Stored {
  const { name, description, updated_at: updatedAt } = workflow;
  return { content: { name, description, source: DefinitionSource.ofWorkflow(workflow) }, updatedAt };
}

function isChanged(content: DraftContent, stored: DraftContent): boolean {
  if (content === stored) return false;
  const { name, description, source } = content;
  return name !== stored.name || description !== stored.description || !source.equals(stored.source);
}

function toRequest(id: string, { name, description, source }: DraftContent, expectedUpdatedAt: string): SaveRequest {
  const { read } = source;
  const [nodes, edges] = read.ok ? [read.nodes, read.edges] : [[], []];
  return {
    id,
    name,
    description,
    nodes: new JsonText(stringifyJson(nodes)),
    edges: new JsonText(stringifyJson(edges)),
    expected_updated_at: expectedUpdatedAt,
  };
}

function refuseLocally({ name, source }: DraftContent): SaveFailure | undefined {
  if (!source.read.ok) return localFailure("Not saved: the definition has a mistake.", [source.read.problem]);
  return name.trim() === "" ? localFailure("Not saved: it needs a name.") : undefined;
}

function localFailure(message: string, problems: readonly PlacedProblem[] = []): SaveFailure {
  return { message, requestId: undefined, problems, fields: {} };
}

/** Whether the same request can succeed later, without another word of the person. */
function mayPass({ code }: ReadableError): boolean {
  return (
    code === "unreachable" ||
    code === "unavailable" ||
    code === "internal_error" ||
    code === "rate_limited" ||
    // Whoever signs in again goes on.
    code === "unauthorized"
  );
}

const fieldPaths = ["name", "description"];

function serverFailure(error: ReadableError): SaveFailure {
  const { code, message, requestId, problems } = error;
  return {
    message: mayPass(error) ? `${message} Your changes are kept, and saving is tried again.` : message,
    // A refusal explains itself; only what went wrong inside is looked up in the log.
    requestId: code === "internal_error" || code === "unavailable" ? requestId : undefined,
    problems: problems
      .filter(({ path }) => !fieldPaths.includes(path))
      .map((problem) => ({ place: { path: problem.path }, message: problem.message })),
    fields: Object.fromEntries(
      problems.filter(({ path }) => fieldPaths.includes(path)).map((problem) => [problem.path, problem.message]),
    ),
  };
}
