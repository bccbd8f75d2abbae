import { watch } from "node:fs";
import { startWorker } from "./app-processes";
import type { Child, ExitCode } from "./children";
import { fromRoot } from "./paths";
import { say } from "./progress";

interface Options {
  graceMs: number;
  hurry: AbortSignal;
  onStart(child: Child): void;
}

/** How long the sources must have been quiet: an editor or a checkout writes many files. */
const quietMs = 300;

/**
 * The worker of `pnpm dev`: started anew when its sources change. One that ends because of a mistake in them waits for
 * the next change, as the web server does.
 */
export class RestartingWorker {
  readonly name = "worker";
  /** it never ends by itself */
  readonly exited = new Promise<ExitCode>(() => undefined);
  private child: Child;
  private restart: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private replacing = false;
  private readonly watchers = ["src", "worker"].map((directory) =>
    watch(fromRoot(directory), { recursive: true }, (_, file) => this.onChange(file ?? "")),
  );

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly options: Options,
  ) {
    this.child = this.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const watcher of this.watchers) watcher.close();
    await this.restart;
    await this.child.stop(this.options.graceMs, this.options.hurry);
  }

  private start(): Child {
    const child = startWorker(this.env);
    this.options.onStart(child);
    void child.exited.then((code) => {
      if (!this.stopped && !this.replacing)
        say(`The worker ended (exit code ${code}); a change of its sources starts it again.`);
    });
    return child;
  }

  /** Pages and components are not the worker's. */
  private onChange(file: string): void {
    if (!/\.ts$/.test(file) || /\.test\.ts$|^(app|components|trpc)\//.test(file) || this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.restart = this.restart.then(() => this.replace());
    }, quietMs);
  }

  private async replace(): Promise<void> {
    if (this.stopped) return;
    say("The worker's sources changed; it starts again.");
    this.replacing = true;
    await this.child.stop(this.options.graceMs, this.options.hurry);
    this.replacing = false;
    if (!this.stopped) this.child = this.start();
  }
}
