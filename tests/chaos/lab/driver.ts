import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Definition, definitionSchema } from "@/core/definition";

export interface ApiAnswer {
  status: number;
  /** parsed, if it was JSON */
  body: unknown;
}

export interface Workflow {
  id: string;
  definition: Definition;
}

/** A run that the API has said yes to. */
export interface AcknowledgedRun {
  workflow: Workflow;
  /** what each of its conditions comes to: it reads `trigger.<its id>` */
  flags: Record<string, boolean>;
  /** how it must end; undefined: somehow */
  end: "succeeded" | "failed" | "cancelled" | undefined;
}

interface TriggerOptions {
  flags?: Record<string, boolean>;
  payload?: object;
  end?: AcknowledgedRun["end"];
}

const retryMs = 200;
const patienceMs = 20_000;

/** A client of the API that keeps a journal: what was acknowledged is what must not be lost. */
export class Driver {
  readonly acknowledged = new Map<string, AcknowledgedRun>();
  /** how often each kind of answer came, `202` or `503 unavailable` or the driver's word for no answer at all */
  readonly answers = new Map<string, number>();
  /** answers that no client can make sense of, or that the API never should give */
  readonly strange: string[] = [];
  /** the database may be away: 503 is an answer, too */
  patient = false;
  readonly #url: string;
  readonly #credentials: Record<string, string>;

  /** @param credentials headers that say who asks, where somebody is asked */
  constructor(url: string, credentials: Record<string, string> = {}) {
    this.#url = url;
    this.#credentials = credentials;
  }

  /** Sends a request once. Undefined: no answer came. */
  async call(
    method: string,
    path: string,
    options: { /** sent as it is if it is text or bytes */ body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer | undefined> {
    const asIs = typeof options.body === "string" || options.body instanceof Uint8Array;
    const body = asIs ? (options.body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(options.body);
    const headers = {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...this.#credentials,
      ...options.headers,
    };
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(patienceMs),
      });
      return this.#judge(`${method} ${path}`, response.status, await response.text());
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      this.#count(`no answer (${cause instanceof Error ? cause.name : "?"})`);
      return undefined;
    }
  }

  /** Sends a request that must succeed; as long as the answer is "try again shortly", it is tried again. */
  async must<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
    const deadline = performance.now() + patienceMs;
    let answer = await this.call(method, path, { body });
    while (answer?.status === 503 && performance.now() < deadline) {
      await pause(200);
      answer = await this.call(method, path, { body });
    }
    if (!answer || answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    }
    return answer.body as Body;
  }

  /** Makes a workflow and activates it. */
  async createWorkflow(name: string, graph: { nodes: object[]; edges: object[] }): Promise<Workflow> {
    const { id } = await this.must<{ id: string }>("POST", "/api/workflows", { name, ...graph });
    await this.must("POST", `/api/workflows/${id}/activate`);
    return { id, definition: definitionSchema.parse(graph) };
  }

  /** Starts a run: asks under one key until it is acknowledged, as a client does that got no answer. */
  async trigger(workflow: Workflow, options: TriggerOptions = {}): Promise<string> {
    const { flags = {}, payload = {} } = options;
    const end = "end" in options ? options.end : "succeeded";
    const key = randomUUID();
    for (;;) {
      const answer = await this.call("POST", `/api/workflows/${workflow.id}/trigger`, {
        body: { ...payload, ...flags },
        headers: { "idempotency-key": key },
      });
      if (answer && (answer.status === 202 || answer.status === 200)) {
        const { id } = answer.body as { id: string };
        this.acknowledged.set(id, { workflow, flags, end });
        return id;
      }
      if (answer && !this.patient) throw new Error(`A trigger was refused: ${JSON.stringify(answer)}`);
      await pause(retryMs);
    }
  }

  /** Starts so many runs, some at a time; what is refused is remembered as strange. */
  async triggerMany(count: number, workflows: readonly Workflow[], atATime = 8): Promise<void> {
    let next = 0;
    const start = async (): Promise<void> => {
      for (let index = next++; index < count; index = next++) {
        const workflow = workflows[index % workflows.length];
        if (workflow) await this.trigger(workflow).catch((error: unknown) => this.strange.push(String(error)));
      }
    };
    await Promise.all(Array.from({ length: atATime }, start));
  }

  #judge(request: string, status: number, text: string): ApiAnswer {
    const body = parse(text);
    const code = (body as { error?: { code?: unknown } } | undefined)?.error?.code;
    this.#count(status < 400 ? String(status) : `${status} ${String(code)}`);
    const typed = status < 400 || typeof code === "string";
    const tolerated = this.patient && status === 503 && code === "unavailable";
    if (!typed || (status >= 500 && !tolerated)) this.strange.push(`${request}: ${status} ${text.slice(0, 200)}`);
    return { status, body };
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
