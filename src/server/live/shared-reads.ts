/**
 * Reads that several ask for at once are made once, and different ones one after the other, so that a change that many
 * pages wait for does not take every connection. Nothing is kept.
 */
export class SharedReads<Value> {
  readonly #underWay = new Map<string, Promise<Value>>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param key names what is read and the state that it is read for: a read for an earlier state may not show a later one */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const reading = this.#last.then(read).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    this.#last = reading.catch(() => undefined);
    return reading;
  }
}
