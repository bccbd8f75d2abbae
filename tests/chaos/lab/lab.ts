import { Rolls } from "../../race/rolls";
import { startThrowAwayServer, type ThrowAwayServer } from "../../support/throw-away-server";
import { LabProduct, ProductBase, type ProductOptions } from "./product";
import { buildWorkerPrograms, type WorkerPrograms } from "./programs";

export interface LabOptions {
  /** `short`: seconds a case, for the test suite; `long`: as much as the figures in docs/reliability.md rest on */
  form: "short" | "long";
  seed: number;
  /** overrules how long a case goes on that goes on for a time */
  seconds?: number | undefined;
}

/** What a case is given: servers, the product on them, chance that the seed decides, and how much to do. */
export class Lab {
  readonly form: LabOptions["form"];
  readonly rolls: Rolls;
  readonly seed: number;
  readonly #seconds: number | undefined;
  readonly #opened: { close(): Promise<void> }[] = [];
  #server: Promise<ThrowAwayServer> | undefined;
  #base: ProductBase | undefined;
  #programs: Promise<WorkerPrograms> | undefined;

  constructor({ form, seed, seconds }: LabOptions) {
    this.form = form;
    this.seed = seed;
    this.rolls = new Rolls(seed);
    this.#seconds = seconds;
  }

  /** How much to do: little in the short form, much in the long one. */
  pick<Value>(short: Value, long: Value): Value {
    return this.form === "short" ? short : long;
  }

  /** How long to go on, in milliseconds. */
  durationMs(shortSeconds: number, longSeconds: number): number {
    return (this.#seconds ?? this.pick(shortSeconds, longSeconds)) * 1_000;
  }

  /** A database of its own on the laboratory's server. */
  async database(): Promise<string> {
    this.#server ??= startThrowAwayServer({ durable: this.form === "long" });
    return (await this.#server).freshDatabase();
  }

  /** A server of the case's own, to be broken; it loses nothing that it has committed. */
  async server(): Promise<ThrowAwayServer> {
    const server = await startThrowAwayServer({ durable: true });
    this.#opened.push(server);
    return server;
  }

  async product(options: Partial<ProductOptions> = {}): Promise<LabProduct> {
    this.#programs ??= buildWorkerPrograms();
    const programs = await this.#programs;
    const own = options.databaseUrl !== undefined || options.environment !== undefined || this.form === "long";
    const base = own ? undefined : await this.#emptyBase();
    const databaseUrl = options.databaseUrl ?? base?.databaseUrl ?? (await this.database());
    const product = await LabProduct.open({ programs, ...options, ...(base ? { base } : {}), databaseUrl });
    this.#opened.push(product);
    return product;
  }

  /** One database and one web server serve all short cases that ask for nothing else. */
  async #emptyBase(): Promise<ProductBase> {
    if (this.#base && !this.#base.web.process.hasExited()) await this.#base.empty();
    else this.#base = await ProductBase.start(await this.database());
    return this.#base;
  }

  /** Closed with the case, after what was opened later. */
  closeWithCase(part: { close(): Promise<void> }): void {
    this.#opened.push(part);
  }

  /** Closes what the last case opened. */
  async endCase(): Promise<void> {
    for (const opened of this.#opened.splice(0).reverse()) await opened.close();
  }

  async close(): Promise<void> {
    await this.endCase();
    await this.#base?.close();
    await (await this.#server)?.close();
    (await this.#programs)?.remove();
  }
}
