import type { PreparedStep } from "./prepare";
import type { Slots } from "./slots";

/** Longer than slots were expected to take; others may have one to spare. */
const patienceMs = 100;

interface InLine {
  prepared: PreparedStep;
  enteredAt: number;
}

/** Steps that are ready but for a slot, which is expected soon: first come, first served, and not for long. */
export class SlotLine {
  readonly #slots: Slots;
  readonly #onTooLong: (prepared: PreparedStep) => void;
  readonly #line: InLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param onTooLong takes over a step that has waited in vain */
  constructor(slots: Slots, onTooLong: (prepared: PreparedStep) => void) {
    this.#slots = slots;
    this.#onTooLong = onTooLong;
  }

  /** @returns false: it is not worth while to wait */
  enter(prepared: PreparedStep): boolean {
    if (this.#closed || !this.#slots.lineIsOpen) return false;
    this.#slots.enterLine();
    this.#line.push({ prepared, enteredAt: performance.now() });
    this.#watch();
    return true;
  }

  /** @returns whose turn it is, if there is a slot */
  next(): PreparedStep | undefined {
    return this.#slots.available ? this.#leave() : undefined;
  }

  /** Nobody enters any more, and those who wait do so in vain. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (let prepared = this.#leave(); prepared; prepared = this.#leave()) this.#onTooLong(prepared);
  }

  #leave(): PreparedStep | undefined {
    const first = this.#line.shift();
    if (first) this.#slots.leaveLine();
    return first?.prepared;
  }

  #watch(): void {
    const [first] = this.#line;
    if (!first || this.#timer) return;
    const waitMs = first.enteredAt + patienceMs - performance.now();
    this.#timer = setTimeout(() => this.#sendAway(), Math.max(1, waitMs)).unref();
  }

  #sendAway(): void {
    this.#timer = undefined;
    const tooEarly = performance.now() - patienceMs;
    while ((this.#line[0]?.enteredAt ?? Number.POSITIVE_INFINITY) <= tooEarly) {
      const prepared = this.#leave();
      if (prepared) this.#onTooLong(prepared);
    }
    this.#watch();
  }
}
