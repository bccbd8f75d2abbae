import { hash } from "../support/graph-arbitraries";

/** Chance that a seed decides: the n-th roll under one name is always the same, in whatever order names are asked. */
export class Rolls {
  readonly #seed: number;
  readonly #counts = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** from 0 (inclusive) to 1 (exclusive) */
  next(name: string): number {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return hash(`${this.#seed}/${name}/${count}`) / 2 ** 32;
  }

  chance(name: string, probability: number): boolean {
    return this.next(name) < probability;
  }

  pick<Item>(name: string, items: readonly Item[]): Item {
    return items[Math.floor(this.next(name) * items.length)] as Item;
  }

  shuffle<Item>(name: string, items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, place: this.next(name) }))
      .sort((left, right) => left.place - right.place)
      .map(({ item }) => item);
  }
}
