import type { HttpSink } from "../../support/http-sink";
import { chainOf, delay, note } from "../../support/product-graphs";

/** A request to the sink that says what effect it is; tried as often as a node without a word on it. */
export function effect(
  id: string,
  sink: HttpSink,
  path?: string,
  node: object = {},
): {
  id: string;
  type: string;
  config: object;
} {
  return {
    id,
    type: "http_request",
    config: { method: "POST", url: sink.url(path), headers: { "x-effect": `{{ run.id }} ${id}` } },
    ...node,
  };
}

/** With the default of 3, a step that is interrupted three times is dead, as promised; where many die, it may try again. */
const attempts = { max_attempts: 20 };

/** Three steps behind the trigger, each of which can be interrupted: an effect, a wait, and a note of both. */
export function threeSteps(sink: HttpSink, seconds = 0.2): { nodes: object[]; edges: object[] } {
  return chainOf(
    effect("call", sink, "/ok", attempts),
    { ...delay("pause", seconds), ...attempts },
    note("done", "{{ steps.call.output.status }}"),
  );
}
