import { type ClaimedStep, type ClaimRequest, claim } from "@/engine/claim";
import { claimAhead } from "@/engine/claim-ahead";
import { beginning, claimInTurns, type Position } from "@/engine/claim-in-turns";
import type { EngineContext } from "@/engine/context";
import { firstTurn } from "@/engine/lanes";
import type { EngineLog } from "@/engine/log";
import { nextDueMs } from "@/engine/next-due";
import type { StepRunner } from "@/engine/runner";

export interface ClaimLoopOptions {
  workerId: string;
  batchSize: number;
  pollIntervalMs: number;
  leaseMs: number;
  log: EngineLog;
  /** whether notices come; left out: they do not */
  announced?(): boolean;
}

/**
 * Claims whenever there is room and something may be due: after a notice, when room comes while there was more to claim,
 * at the next due time, and at least every poll interval. There is room while a slot is free and no more results wait to be
 * written than two claims bring: then one batch is claimed and executed while another is written. There is none while a long
 * queue gives way.
 *
 * A notice that comes during a claim, or while there is no room, is not lost: it sets a flag, and the loop claims again. While
 * a long queue leaves no room, a notice makes it claim steps of workflows that have only a few in the queue: what is new need
 * not wait until a batch of the queue's results is written.
 */
export class ClaimLoop {
  readonly #engine: EngineContext;
  readonly #runner: StepRunner;
  readonly #options: ClaimLoopOptions;
  #mayBeMore = true;
  /** a notice came, and no claim has begun since */
  #noticed = false;
  #stopped = false;
  /** it sleeps until there is room again */
  #lacksRoom = false;
  #wakeUp: (() => void) | undefined;
  #failures = 0;
  /** where a claim in turns goes on; undefined: the last claim left nothing behind */
  #position: Position | undefined;
  /** of that claim: some workflow has more in the queue than its turn */
  #long = false;
  /** monotonic: when one last began with whatever has been due for longest */
  #beganAt = 0;
  /** the queue gives way, or has, and the loop has not come to it since: it is not to do so again before */
  #gaveWay = false;
  /** monotonic: when steps were last claimed ahead of the queue, */
  #aheadAt = 0;
  /** and the workflow behind which the next turn begins there */
  #aheadAfter = firstTurn;
  /** claims since the last one that got something, although something was due */
  #inVain = 0;

  constructor(engine: EngineContext, runner: StepRunner, options: ClaimLoopOptions) {
    this.#engine = engine;
    this.#runner = runner;
    this.#options = options;
  }

  /** Something may have become due. */
  readonly wake = (): void => {
    this.#mayBeMore = true;
    this.#notice();
    this.#wakeUp?.();
  };

  /** This worker's own results have put steps into the queue: no news, unless they are ahead of a long one. */
  readonly scheduled = (ahead: boolean): void => {
    this.#mayBeMore = true;
    if (ahead) this.#notice();
    this.#wakeUp?.();
  };

  /** There may be room again: for more of the same, or for a look at what has become due meanwhile. */
  readonly slotFree = (): void => {
    if (this.#mayBeMore || (this.#lacksRoom && this.#room > 0)) this.#wakeUp?.();
  };

  stop(): void {
    this.#stopped = true;
    this.#wakeUp?.();
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      this.#gaveWay &&= this.#runner.givingWay.over !== undefined;
      const room = this.#room;
      this.#lacksRoom = room === 0;
      if (room === 0) await this.#withoutRoom();
      else if (this.#mayBeMore) await this.#claim(room);
      else await this.#rest();
    }
  }

  /** Claims and executes until nothing is due. */
  async runOnce(): Promise<void> {
    while (!this.#stopped) {
      await this.#runner.givingWay.over;
      const claimed = await this.#claim(this.#room);
      await this.#runner.idle();
      if (claimed === 0 && this.#failures === 0) return;
    }
  }

  /** How many steps may be claimed now. */
  get #room(): number {
    const { full, unwritten, slots, pace, givingWay } = this.#runner;
    const batchSize = pace.batchOf(this.#options.batchSize);
    return full || givingWay.over || unwritten > batchSize * mostBatches ? 0 : Math.min(slots.claimable, batchSize);
  }

  /** The same for what goes ahead, however small the queue's batches are at the moment. */
  get #roomAhead(): number {
    const { full, unwritten, slots } = this.#runner;
    const { batchSize } = this.#options;
    return full || unwritten > batchSize * mostBatchesAhead ? 0 : Math.min(slots.claimableAhead, batchSize);
  }

  async #withoutRoom(): Promise<void> {
    const { givingWay } = this.#runner;
    const limit = this.#roomAhead;
    const mayClaim = this.#isBehind && limit > 0 && this.#failures === 0;
    if (!mayClaim && givingWay.over) return givingWay.end();
    if (!mayClaim || !this.#noticed) {
      return this.#sleep({ milliseconds: this.#options.pollIntervalMs, thenClaim: false });
    }
    const tooEarlyMs = givingWay.over ? 0 : this.#aheadAt + aheadPauseMs - performance.now();
    if (tooEarlyMs > 0) return this.#sleep({ milliseconds: tooEarlyMs, thenClaim: false });
    this.#noticed = false;
    this.#aheadAt = performance.now();
    await this.#granted(async () => {
      const { steps, after } = await claimAhead(this.#engine, this.#request(limit), this.#aheadAfter);
      this.#aheadAfter = after;
      return steps;
    });
    if (!this.#noticed) givingWay.answered();
  }

  /** Something may have come that is not to wait behind a long queue. */
  #notice(): void {
    this.#noticed = true;
    const { givingWay, pace } = this.#runner;
    // So often at most. A claim of the queue begins with those that have only a little in it, too.
    const mayBegin = !this.#gaveWay && performance.now() >= this.#aheadAt + aheadPauseMs;
    const begins = mayBegin && this.#isBehind && pace.isGentle && !this.#stopped;
    if (!begins && !givingWay.over) return;
    givingWay.begin();
    this.#gaveWay = givingWay.over !== undefined;
  }

  /** The queue is long: what is small goes ahead of it. */
  get #isBehind(): boolean {
    return this.#position !== undefined && this.#long;
  }

  async #claim(limit: number): Promise<number> {
    this.#mayBeMore = false;
    this.#noticed = false;
    const claimed = await this.#granted(() => this.#claimSteps(this.#request(limit)));
    if (claimed >= limit) this.#mayBeMore = true;
    return claimed;
  }

  #request(limit: number): ClaimRequest {
    const { workerId, leaseMs } = this.#options;
    return { workerId, limit, leaseMs };
  }

  /** @returns how many steps were claimed, and are being executed */
  async #granted(claimSteps: () => Promise<ClaimedStep[]>): Promise<number> {
    const { log, pollIntervalMs } = this.#options;
    const sentAt = performance.now();
    try {
      const claimed = await this.#runner.leases.granting(async () => {
        const steps = await claimSteps();
        this.#runner.run(steps, sentAt);
        return steps.length;
      });
      if (claimed > 0) this.#inVain = 0;
      if (this.#failures > 0) log.info({}, "the database is back");
      this.#failures = 0;
      return claimed;
    } catch (error) {
      if (this.#failures++ === 0) log.warn({ error }, "claiming failed; trying again until it works");
      this.#mayBeMore = true;
      const milliseconds = Math.min(pollIntervalMs, 100 * 2 ** Math.min(this.#failures, 10));
      await this.#sleep({ milliseconds, thenClaim: true });
      return 0;
    }
  }

  /** As long as claims leave something behind, workflows take turns, and each claim begins where the last one ended. */
  async #claimSteps(request: ClaimRequest): Promise<ClaimedStep[]> {
    if (!this.#position) {
      const steps = await claim(this.#engine, request);
      if (steps.length === request.limit) this.#position = beginning;
      return steps;
    }
    const anew = performance.now() - this.#beganAt > beginAnewMs;
    if (anew) this.#beganAt = performance.now();
    const from = anew ? { ...this.#position, since: undefined } : this.#position;
    const { steps, next, long } = await claimInTurns(this.#engine, request, from);
    this.#position = steps.length === request.limit ? next : undefined;
    this.#long = long;
    return steps;
  }

  /** The look comes a moment later: what has just been claimed is about to be written, and is not to wait for it. */
  async #rest(): Promise<void> {
    await this.#sleep({ milliseconds: restMs, thenClaim: false });
    if (!this.#mayBeMore && this.#room > 0) await this.#sleep(this.#untilDue());
  }

  /** One look at the queue without a claim: how long there is nothing to claim in it. */
  async #untilDue(): Promise<Pause> {
    const { pollIntervalMs, announced } = this.#options;
    const longest = announced?.() ? pollIntervalMs * announcedFactor : pollIntervalMs;
    try {
      const dueMs = (await nextDueMs(this.#engine)) ?? Number.POSITIVE_INFINITY;
      if (dueMs > 0) {
        this.#inVain = 0;
        return { milliseconds: Math.min(longest, Math.ceil(dueMs)), thenClaim: dueMs <= longest };
      }
      // Due, and yet the claim has passed over it: somebody has it locked, and looking at once will not help.
      const milliseconds = this.#inVain === 0 ? 0 : Math.min(pollIntervalMs, 5 * 2 ** Math.min(this.#inVain, 20));
      this.#inVain++;
      return { milliseconds, thenClaim: true };
    } catch {
      return { milliseconds: pollIntervalMs, thenClaim: true };
    }
  }

  /** Sleeps, unless a notice came meanwhile; a notice ends it, whatever it is that says how long it lasts. */
  async #sleep(pause: Pause | Promise<Pause>): Promise<void> {
    if (this.#stopped || (this.#mayBeMore && this.#room > 0 && this.#failures === 0)) return;
    await new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const wakeUp = () => {
        this.#wakeUp = undefined;
        clearTimeout(timer);
        resolve();
      };
      this.#wakeUp = wakeUp;
      void Promise.resolve(pause).then(({ milliseconds, thenClaim }) => {
        if (this.#wakeUp !== wakeUp) return;
        timer = setTimeout(() => {
          this.#mayBeMore ||= thenClaim;
          wakeUp();
        }, milliseconds);
      });
    });
  }
}

interface Pause {
  milliseconds: number;
  /** whether something may be claimed once it is over; otherwise another look comes first */
  thenClaim: boolean;
}

/** The results of so many claims may wait, or be on their way, when another batch is claimed. */
const mostBatches = 2;

/** The same for what goes ahead: more than the others come to, for a claim may be under way while another is executed. */
const mostBatchesAhead = 5;

/** At most so often is something claimed ahead of a queue that does not give way: each time is a statement more. */
const aheadPauseMs = 10;

/** Before the loop looks when something is due next; a notice comes sooner. */
const restMs = 3;

/** What came back behind the place where claims have arrived waits no longer than this. */
const beginAnewMs = 500;

/** As long as notices come, looks are only for those that were lost on their way, and this much rarer. */
const announcedFactor = 2;
