/** The reason of a deadline's signal when its time is over. */
export const timeIsOver = Symbol("the time of this request is over");

/** One signal for two endings: the time is over, or whoever asked no longer wants the answer. */
export interface Deadline {
  /** its reason is `timeIsOver`, or the reason of the signal that it follows */
  signal: AbortSignal;
  /** Waits for what is not the other side's doing; the time stands still meanwhile. */
  pauseFor<Value>(waiting: Promise<Value>): Promise<Value>;
  /** must be called at the end, or timer and listener outlive the request */
  clear(): void;
}

export function startDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener("abort", follow, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let left = milliseconds;
  let runningSince = 0;
  let cleared = false;
  const run = () => {
    runningSince = performance.now();
    timer = setTimeout(() => controller.abort(timeIsOver), left);
  };
  run();
  return {
    signal: controller.signal,
    async pauseFor(waiting) {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - runningSince));
      try {
        return await waiting;
      } finally {
        if (!cleared) run();
      }
    },
    clear() {
      cleared = true;
      clearTimeout(timer);
      outer.removeEventListener("abort", follow);
    },
  };
}
