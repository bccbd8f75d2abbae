import type { Child, ExitCode } from "./children";
import { say } from "./progress";

interface Options {
  start(): Child;
  /** called with each process that is started */
  onStart(child: Child): void;
  graceMs: number;
  hurry: AbortSignal;
}

/** A process that ran for so long was well: what ended it has nothing to do with the ends before. */
const wellAfterMs = 60_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Ends one after the other before it is called hopeless; with the pauses between them that is half a minute. */
const mostEnds = 6;

/**
 * One process of `pnpm start`, started again when it ends by itself: killed for memory at night, it is back in the
 * morning. One that does not even become ready, or that keeps ending, is reported by `exited` instead.
 */
export class KeptChild {
  readonly name: string;
  /** The last exit code, once it is given up. It never resolves while the process is started again. */
  readonly exited: Promise<ExitCode>;
  private giveUp: (code: ExitCode) => void = () => undefined;
  private child: Child;
  private startedAt = performance.now();
  private ends = 0;
  private timer: NodeJS.Timeout | undefined;
  private kept = false;
  private stopped = false;

  constructor(private readonly options: Options) {
    this.exited = new Promise((resolve) => {
      this.giveUp = resolve;
    });
    this.child = this.start();
    this.name = this.child.name;
  }

  /** From now on it is started again: it has been seen to work, so an end is no mistake in its settings. */
  keep(): void {
    this.kept = true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.child.stop(this.options.graceMs, this.options.hurry);
  }

  private start(): Child {
    const child = this.options.start();
    this.options.onStart(child);
    this.startedAt = performance.now();
    void child.exited.then((code) => this.onEnd(code));
    return child;
  }

  private onEnd(code: ExitCode): void {
    if (this.stopped) return;
    this.ends = performance.now() - this.startedAt > wellAfterMs ? 1 : this.ends + 1;
    if (!this.kept || this.ends >= mostEnds) {
      this.giveUp(code);
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.ends - 1), longestPauseMs);
    say(`The ${this.name} ended by itself (exit code ${code}); it is started again.`);
    this.timer = setTimeout(() => {
      this.child = this.start();
    }, pauseMs);
  }
}
