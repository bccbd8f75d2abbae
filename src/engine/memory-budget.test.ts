import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryBudget, type MemoryShare } from "./memory-budget";

const neverAborted = new AbortController().signal;

/** One execution that takes memory in some steps, and lets go of it in the end. */
interface Holder {
  name: number;
  share: MemoryShare;
  abort: AbortController;
  /** what it will still take */
  wants: number[];
  held: number;
  /** bytes that it waits for */
  waitsFor: number;
  began: number | undefined;
}

/** Holders on one budget, moved one at a time by an order that is given from outside. */
class Scene {
  readonly holders: Holder[];
  readonly budget: MemoryBudget;
  readonly #failures: string[] = [];
  #begun = 0;

  constructor(
    readonly limit: number,
    plans: readonly number[][],
  ) {
    this.budget = new MemoryBudget(limit);
    this.holders = plans.map((wants, name) => {
      const abort = new AbortController();
      return {
        name,
        share: this.budget.share(abort.signal),
        abort,
        wants: [...wants],
        held: 0,
        waitsFor: 0,
        began: undefined,
      };
    });
  }

  get unfinished(): Holder[] {
    return this.holders.filter(({ held, wants, waitsFor }) => held > 0 || wants.length > 0 || waitsFor > 0);
  }

  /** Those that can do something by themselves. */
  get movable(): Holder[] {
    return this.unfinished.filter(({ waitsFor }) => waitsFor === 0);
  }

  /** Takes the next bytes, or leaves when there are none. */
  async move(holder: Holder): Promise<void> {
    const bytes = holder.wants.shift();
    if (bytes === undefined) {
      holder.held = 0;
      holder.share.release();
    } else {
      holder.began ??= this.#begun++;
      holder.waitsFor = bytes;
      const waiting = holder.share.reserve(bytes);
      if (waiting)
        void waiting.then(
          () => this.#granted(holder),
          () => undefined,
        );
      else this.#granted(holder);
    }
    await this.check();
  }

  async abort(holder: Holder): Promise<void> {
    holder.abort.abort(new Error("stop"));
    Object.assign(holder, { wants: [], waitsFor: 0, held: 0 });
    holder.share.release();
    await this.check();
  }

  #granted(holder: Holder): void {
    const before = this.holders.find(({ waitsFor, began }) => waitsFor > 0 && Number(began) < Number(holder.began));
    if (before) this.#failures.push(`${holder.name} was served before ${before.name}`);
    holder.held += holder.waitsFor;
    holder.waitsFor = 0;
  }

  async check(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const holding = this.holders
      .filter(({ held }) => held > 0)
      .sort((one, other) => Number(one.began) - Number(other.began));
    const all = holding.reduce((sum, { held }) => sum + held, 0);
    expect(this.#failures).toEqual([]);
    expect(this.budget.heldBytes).toBe(all);
    expect(all - (holding[0]?.held ?? 0)).toBeLessThanOrEqual(this.limit);
    if (this.unfinished.length > 0) expect(this.movable.length, "somebody can go on").toBeGreaterThan(0);
  }
}

describe("a memory budget", () => {
  it("is never exceeded but by its oldest holder, serves in turn, and lets everybody come to an end", async () => {
    const plans = fc.array(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    const choices = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(plans, choices, async (wants, order) => {
        const scene = new Scene(100, wants);
        for (const [choice, aborts] of order) {
          const { unfinished, movable } = scene;
          if (unfinished.length === 0) break;
          const victim = aborts ? unfinished[choice % unfinished.length] : undefined;
          if (victim && choice % 5 === 0) await scene.abort(victim);
          else await scene.move(movable[choice % movable.length] as Holder);
        }
        while (scene.unfinished.length > 0) await scene.move(scene.movable[0] as Holder);
        expect(scene.budget.heldBytes).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it("serves at once what fits, and the rest once something was given back", async () => {
    const budget = new MemoryBudget(100);
    const [first, second, third] = [budget.share(neverAborted), budget.share(neverAborted), budget.share(neverAborted)];
    expect(first.reserve(60)).toBeUndefined();
    const large = second.reserve(60);
    // It would fit, but not pass.
    const small = third.reserve(10);
    expect([large, small]).toEqual([expect.any(Promise), expect.any(Promise)]);
    first.keep(40);
    await Promise.all([large, small].map((waiting) => waiting?.then(() => undefined)).slice(0, 1));
    expect(budget.heldBytes).toBe(100);
    first.release();
    await small;
    expect(budget.heldBytes).toBe(70);
  });

  it("gives one that is larger than itself to who comes alone", () => {
    const budget = new MemoryBudget(100);
    const share = budget.share(neverAborted);
    expect(share.reserve(1_000)).toBeUndefined();
    share.release();
    expect(budget.heldBytes).toBe(0);
  });

  it("ends the waiting of who is to stop, and serves the next", async () => {
    const budget = new MemoryBudget(100);
    const stopping = new AbortController();
    const [holder, leaver, next] = [
      budget.share(neverAborted),
      budget.share(stopping.signal),
      budget.share(neverAborted),
    ];
    holder.reserve(90);
    const waiting = leaver.reserve(20);
    const behind = next.reserve(10);
    const reason = new Error("the lease is lost");
    stopping.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await behind;
    expect(budget.heldBytes).toBe(100);
    await expect(leaver.reserve(1)).rejects.toBe(reason);
  });
});
