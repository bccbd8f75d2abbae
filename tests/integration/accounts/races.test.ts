import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
import { invite } from "@/services/accounts/invitations";
import { Contenders, valuesOf } from "../../support/contenders";
import { createTestDatabase, type TestDatabase } from "../../support/database";

vi.setConfig({ testTimeout: 60_000 });

/** Processes of their own that make users, or take rights away, at the same moment. */
let database: TestDatabase;
let contenders: Contenders;
beforeAll(async () => {
  database = await createTestDatabase();
  contenders = await Contenders.start(database.url, 3, inject("programs").contender);
});
afterAll(async () => {
  await contenders.close();
  await database.drop();
});
beforeEach(() => database.db.user.deleteMany());

const rounds = 8;
const three = [0, 1, 2] as const;

it("of first admins that are made at once there is one", async () => {
  for (let round = 0; round < rounds; round++) {
    await database.db.user.deleteMany();
    const answers = await contenders.race(
      three.map((one) => ({ kind: "set-up" as const, email: `${one}@example.org` })),
    );
    expect(valuesOf(answers).sort()).toEqual(["forbidden", "forbidden", "made"]);
    expect(await database.db.user.count()).toBe(1);
    expect(await database.db.account.count()).toBe(1);
  }
});

it("of admins that are demoted at once one stays", async () => {
  for (let round = 0; round < rounds; round++) {
    await database.db.user.deleteMany();
    const ids = three.map((one) => `admin-${round}-${one}`);
    await database.db.user.createMany({
      data: ids.map((id) => ({ id, name: id, email: `${id}@example.org`, role: "admin" as const })),
    });
    const answers = await contenders.race(ids.map((userId) => ({ kind: "demote" as const, userId })));
    expect(valuesOf(answers).sort()).toEqual(["conflict", "viewer", "viewer"]);
    expect(await database.db.user.count({ where: { role: "admin" } })).toBe(1);
  }
});

it("an invitation makes one user, however often it is used at once", async () => {
  const context = { db: database.db, actor: "test" };
  for (let round = 0; round < rounds; round++) {
    const { url } = await invite(context, "http://127.0.0.1:3000", {
      email: `invited-${round}@example.org`,
      role: "viewer",
    });
    const token = new URL(url).hash.slice(1);
    const answers = await contenders.race(three.map(() => ({ kind: "accept-invitation" as const, token })));
    expect(valuesOf(answers).sort()).toEqual(["made", "not_found", "not_found"]);
    expect(await database.db.user.count()).toBe(round + 1);
  }
});
