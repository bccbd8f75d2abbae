/** The reason of a deadline's signal when its time is over. */
export const timeIsOver = Symbol("the time of this request is over");

/** One signal for two endings: the time is over, or whoever asked no longer wants the answer. */
export interface Deadline {
  /** its reason is `timeIsOver`, or the reason of the signal that it follows */
  signal: AbortSignal;
  /** must be called at the end, or timer and listener outlive the request */
  clear(): void;
}

export function startDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener("abort", follow, { once: true });
  const timer = setTimeout(() => controller.abort(timeIsOver), milliseconds);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener("abort", follow);
    },
  };
}
