import type { ServerResponse } from "node:http";
import type { HttpSinkOptions } from "../../support/http-sink";

/** A request whose companions do not come is answered all the same after this. */
const loneMs = 5_000;

/**
 * Lets the steps of a group finish at the same moment: a request to `/pair/<group>/<size>` is answered when so many of
 * its group are there.
 */
export class Pairing {
  readonly #waiting = new Map<string, Set<ServerResponse>>();
  /** groups that were complete */
  complete = 0;
  /** requests whose companions did not come */
  lone = 0;

  readonly answer: NonNullable<HttpSinkOptions["answer"]> = (request, response) => {
    const [, group = "", size] = /^\/pair\/([^/]+)\/(\d+)$/.exec(request.url ?? "") ?? [];
    if (size === undefined) return undefined;
    const waiting = this.#waiting.get(group) ?? new Set();
    this.#waiting.set(group, waiting.add(response));
    if (waiting.size >= Number(size)) this.#release(group, waiting);
    else setTimeout(() => this.#giveUp(waiting, response), loneMs).unref();
    return Promise.resolve();
  };

  #release(group: string, waiting: Set<ServerResponse>): void {
    this.#waiting.delete(group);
    this.complete++;
    for (const response of waiting) response.end();
    waiting.clear();
  }

  #giveUp(waiting: Set<ServerResponse>, response: ServerResponse): void {
    if (!waiting.delete(response)) return;
    this.lone++;
    response.end();
  }
}
