import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EngineLog } from "@/engine/log";
import { warnOfUnreadableSecrets } from "@/engine/unreadable-secrets";
import { rotateSecrets } from "@/services/secrets/rotate";
import { createKeyring, generateKey } from "@/vault/keyring";
import { createVault } from "@/vault/vault";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { until } from "../support/until";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.secret.deleteMany());

const [oldKey, newKey, foreignKey] = [generateKey(), generateKey(), generateKey()];

async function store(key: string, value: string, fernetKey: string): Promise<void> {
  await database.db.secret.create({ data: { key, ciphertext: createKeyring([fernetKey]).encrypt(value) } });
}

const ciphertextOf = async (key: string): Promise<string> =>
  (await database.db.secret.findUniqueOrThrow({ where: { key } })).ciphertext;

it("encrypts with the first key what another one made, leaves the rest alone, and names what it cannot read", async () => {
  for (let number = 0; number < 150; number++) await store(`OLD_${number}`, `value ${number}`, oldKey);
  await store("NEW", "is new", newKey);
  await store("FOREIGN", "is lost", foreignKey);
  const before = await database.db.secret.findUniqueOrThrow({ where: { key: "OLD_7" } });
  const [unchanged, foreign] = [await ciphertextOf("NEW"), await ciphertextOf("FOREIGN")];

  const keyring = createKeyring([newKey, oldKey]);
  expect(await rotateSecrets(database.db, keyring)).toEqual({ rotated: 150, current: 1, unreadable: ["FOREIGN"] });

  const onlyNew = createKeyring([newKey]);
  expect(onlyNew.decrypt(await ciphertextOf("OLD_7"))).toBe("value 7");
  expect(onlyNew.decrypt(await ciphertextOf("OLD_149"))).toBe("value 149");
  expect([await ciphertextOf("NEW"), await ciphertextOf("FOREIGN")]).toEqual([unchanged, foreign]);
  expect((await database.db.secret.findUniqueOrThrow({ where: { key: "OLD_7" } })).updatedAt).toEqual(before.updatedAt);
});

it("goes on where it was stopped", async () => {
  for (const name of ["A", "B", "C"]) await store(name, name.toLowerCase(), oldKey);
  const keyring = createKeyring([newKey, oldKey]);
  let encrypted = 0;
  const stopsAtTheSecond = {
    ...keyring,
    encrypt(value: string) {
      if (++encrypted === 2) throw new Error("stopped");
      return keyring.encrypt(value);
    },
  };
  await expect(rotateSecrets(database.db, stopsAtTheSecond)).rejects.toThrow("stopped");
  expect(await rotateSecrets(database.db, keyring)).toEqual({ rotated: 2, current: 1, unreadable: [] });
});

it("leaves a value alone that is replaced while it rotates", async () => {
  await store("REPLACED", "before", oldKey);
  const keyring = createKeyring([newKey, oldKey]);
  const replacement = keyring.encrypt("after");
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query("BEGIN");
  await other.query("UPDATE secret SET ciphertext = $1 WHERE key = 'REPLACED'", [replacement]);
  // It reads the old value, and its own update has to wait for the other's end.
  const rotating = rotateSecrets(database.db, keyring);
  await until("the rotation waits for the lock", async () => {
    const { rows } = await other.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  await other.query("COMMIT");
  await other.end();
  expect(await rotating).toMatchObject({ rotated: 0 });
  expect(await ciphertextOf("REPLACED")).toBe(replacement);
});

it("warns at the start of secrets that cannot be read, by name only", async () => {
  await store("FOREIGN", "is lost", foreignKey);
  await store("FINE", "is read", newKey);
  const warnings: unknown[] = [];
  const log: EngineLog = { debug: () => {}, info: () => {}, error: () => {}, warn: (data) => void warnings.push(data) };
  await warnOfUnreadableSecrets({ db: database.db, vault: createVault(createKeyring([newKey])) }, log);
  expect(warnings).toEqual([{ secrets: ["FOREIGN"] }]);
});
