import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import { silentLog } from "@/engine/log";
import { WakeChannel } from "@/engine/notify";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createGraph } from "../support/executing";
import { readRun } from "../support/rows";
import { TcpProxy } from "../support/tcp-proxy";
import { startThrowAwayServer } from "../support/throw-away-server";
import { until } from "../support/until";

/** Notices from process to process: few, never lost while the connection lives, and made good when it breaks. */
let database: TestDatabase;
const channels: WakeChannel[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(channels.splice(0).map((channel) => channel.close()));
});
afterAll(() => database.drop());

async function openChannel(url = database.url, options: { listens?: boolean } = {}): Promise<WakeChannel> {
  const channel = new WakeChannel(url, silentLog, options);
  channels.push(channel);
  await channel.start();
  return channel;
}

async function connections(): Promise<number> {
  const rows = await database.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity
    WHERE application_name = 'workflow-engine-wake' AND datname = current_database()`;
  return rows.length;
}

describe("notices", () => {
  it("reach every listener, and a burst of them is one", async () => {
    const [sender, receiver] = [await openChannel(), await openChannel()];
    let heard = 0;
    receiver.onWake(() => void heard++);
    for (let start = 0; start < 1_000; start++) sender.notify();
    await until("the notice is heard", () => heard > 0);
    expect(heard).toBe(1);
    sender.notify();
    await until("the next one is heard", () => heard > 1);
    expect(heard).toBe(2);
  });

  it.each([true, false])("do not come back to who sent them, whether it listens (%s)", async (listens) => {
    const [sender, receiver] = [await openChannel(database.url, { listens }), await openChannel()];
    let heard = 0;
    let heardBySender = 0;
    sender.onWake(() => void heardBySender++);
    receiver.onWake(() => void heard++);
    for (const times of [1, 2, 3]) {
      sender.notify();
      await until("the notice is heard", () => heard >= times);
    }
    expect(heardBySender).toBe(0);
    // One after the other: by the time that the second one has heard, the first one has.
    for (const times of [4, 5, 6]) {
      (await openChannel(database.url, { listens: false })).notify();
      await until("the notice is heard", () => heard >= times);
    }
    expect(heardBySender > 0).toBe(listens);
  });

  it("are heard no more by who stopped listening", async () => {
    const [sender, receiver] = [await openChannel(), await openChannel()];
    let heard = 0;
    let others = 0;
    const stop = receiver.onWake(() => void heard++);
    receiver.onWake(() => void others++);
    stop();
    sender.notify();
    await until("the notice is heard", () => others > 0);
    expect(heard).toBe(0);
  });

  it("given just before the end are still sent", async () => {
    const [sender, receiver] = [await openChannel(), await openChannel()];
    let heard = 0;
    receiver.onWake(() => void heard++);
    sender.notify();
    await sender.close();
    await until("the notice is heard", () => heard > 0);
    expect(heard).toBe(1);
  });
});

describe("a connection that breaks", () => {
  it("is made again, and that counts as a notice", async () => {
    const channel = await openChannel();
    let heard = 0;
    channel.onWake(() => void heard++);
    await database.db.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'workflow-engine-wake' AND datname = current_database()`;
    await until("the loss is noticed", () => !channel.connected || heard > 0);
    await until("the connection is back", () => channel.connected && heard > 0);
    const before = heard;
    const sender = await openChannel();
    sender.notify();
    await until("a notice is heard again", () => heard > before);
    await sender.close();
    await until("its connection is closed", async () => (await connections()) < 2);
    expect(await connections()).toBe(1);
  });

  it("costs nothing while it is away: a notice is dropped, nothing is thrown, and the end comes at once", async () => {
    const proxy = await TcpProxy.start(database.url);
    proxy.cut();
    const channel = await openChannel(proxy.url);
    expect(channel.connected).toBe(false);
    channel.notify();
    let heard = 0;
    channel.onWake(() => void heard++);
    proxy.restore();
    await until("the connection is made", () => channel.connected && heard > 0);
    proxy.cut();
    await until("the loss is noticed", () => !channel.connected);
    channel.notify();
    await channel.close();
    proxy.restore();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await connections()).toBe(0);
    await proxy.close();
  });
});

it("a start goes through although the server takes no more notices", async () => {
  const server = await startThrowAwayServer({ durable: false });
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server.url });
    clients.push(client);
    await client.connect();
    return client;
  };
  let db: Database | undefined;
  try {
    await (await connect()).query("ALTER SYSTEM SET max_notify_queue_pages = 64");
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await server.restart("fast");
    // Who listens, and does not end his transaction, keeps what has been told since.
    const forgotten = await connect();
    await forgotten.query("LISTEN somebody_else");
    await forgotten.query("BEGIN");
    await forgotten.query("SELECT 1");
    const talkative = await connect();
    const tell = (length: number, index: number) =>
      talkative.query("SELECT pg_notify('somebody_else', $1)", [String(index).padEnd(length, "x")]);
    for (const length of [7_900, 1]) {
      let full = false;
      for (let index = 0; index < 1_000 && !full; index++)
        full = await tell(length, index).then(
          () => false,
          () => true,
        );
      expect(full).toBe(true);
    }
    db = createDatabase(server.url);
    const engine = createTestEngine(db);
    engine.wake = new WakeChannel(server.url, silentLog, { listens: false });
    const workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
    const run = await start(engine, workflow);
    expect(await readRun(db, run.id)).toMatchObject({ status: "pending" });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await db?.$disconnect();
    await server.close();
  }
});
