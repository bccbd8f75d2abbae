import { connect as connectTo, createServer, type Server, type Socket } from "node:net";

interface ProxyState {
  refusing: boolean;
  swallowing: boolean;
  /** answers that are kept back; undefined: they are passed on */
  kept: (() => void)[] | undefined;
  /** requests that are kept back: those with the text, and whatever comes after them over the same connection */
  keptRequests: { text: string; deliveries: Map<Socket, (() => void)[]> } | undefined;
  pairs: Set<{ client: Socket; upstream: Socket; silent: boolean }>;
}

/** Stands between a client and a PostgreSQL server, and breaks the connection in the ways that networks do. */
export class TcpProxy {
  /** the database's address through the proxy */
  readonly url: string;
  readonly #server: Server;
  readonly #state: ProxyState;

  private constructor(url: string, server: Server, state: ProxyState) {
    this.url = url;
    this.#server = server;
    this.#state = state;
  }

  static async start(databaseUrl: string): Promise<TcpProxy> {
    const target = new URL(databaseUrl);
    const state: ProxyState = {
      refusing: false,
      swallowing: false,
      kept: undefined,
      keptRequests: undefined,
      pairs: new Set(),
    };
    const server = createServer((client) => {
      if (state.refusing) {
        client.destroy();
        return;
      }
      const upstream = connectTo(Number(target.port), target.hostname);
      const pair = { client, upstream, silent: false };
      state.pairs.add(pair);
      client.on("data", (chunk) => {
        const kept = state.keptRequests;
        const before = kept?.deliveries.get(client) ?? [];
        if (kept && (before.length > 0 || chunk.includes(kept.text))) {
          kept.deliveries.set(client, [...before, () => void upstream.write(chunk)]);
        } else if (!pair.silent) {
          upstream.write(chunk);
        }
      });
      upstream.on("data", (chunk) => {
        if (pair.silent) return;
        if (state.kept) state.kept.push(() => client.write(chunk));
        else if (!state.swallowing) client.write(chunk);
      });
      const end = (): void => {
        state.pairs.delete(pair);
        client.destroy();
        upstream.destroy();
      };
      for (const socket of [client, upstream]) socket.on("close", end).on("error", end);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");
    const url = new URL(databaseUrl);
    url.port = String(address.port);
    return new TcpProxy(url.href, server, state);
  }

  /** What is sent arrives and is done; the answers are lost. */
  swallowAnswers(): void {
    this.#state.swallowing = true;
  }

  /** What is sent arrives and is done; the answers wait until `deliverAnswers`. */
  keepAnswers(): void {
    this.#state.kept = [];
  }

  deliverAnswers(): void {
    const kept = this.#state.kept ?? [];
    this.#state.kept = undefined;
    for (const deliver of kept) deliver();
  }

  /**
   * What is sent with this text waits until `deliverRequests`. The rest goes on: a connection that is opened for the request has
   * to get as far as sending it.
   */
  keepRequestsWith(text: string): void {
    this.#state.keptRequests = { text, deliveries: new Map() };
  }

  get keepsRequest(): boolean {
    return (this.#state.keptRequests?.deliveries.size ?? 0) > 0;
  }

  deliverRequests(): void {
    const kept = this.#state.keptRequests?.deliveries.values() ?? [];
    this.#state.keptRequests = undefined;
    for (const deliveries of kept) for (const deliver of deliveries) deliver();
  }

  /** Leaves the connections that there are open, and carries nothing over them ever again. New ones are sound. */
  goSilent(): void {
    for (const pair of this.#state.pairs) pair.silent = true;
  }

  /** Breaks all connections, and new ones as soon as they are made. */
  cut(): void {
    this.#state.refusing = true;
    for (const { client, upstream } of this.#state.pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  restore(): void {
    this.#state.refusing = false;
    this.#state.swallowing = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
