import type { EngineContext } from "./context";

export type LoadedSecret =
  | { ok: true; value: string; hosts: readonly string[] }
  | { ok: false; reason: "missing" | "unreadable" };

/**
 * The values of secrets, decrypted here and nowhere else, at execution only. One that cannot be decrypted takes nothing
 * else down: it fails the steps that name it.
 */
export async function loadSecrets(
  engine: Pick<EngineContext, "db" | "vault">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LoadedSecret>> {
  const unique = [...new Set(keys)];
  const loaded = new Map<string, LoadedSecret>(unique.map((key) => [key, { ok: false, reason: "missing" }]));
  if (unique.length === 0) return loaded;
  const rows = await engine.db.secret.findMany({
    where: { key: { in: unique } },
    select: { key: true, ciphertext: true, hosts: true },
  });
  for (const { key, ciphertext, hosts } of rows) loaded.set(key, decrypt(engine, ciphertext, hosts));
  return loaded;
}

function decrypt(engine: Pick<EngineContext, "vault">, ciphertext: string, hosts: readonly string[]): LoadedSecret {
  try {
    return { ok: true, value: engine.vault.decrypt(ciphertext), hosts };
  } catch {
    return { ok: false, reason: "unreadable" };
  }
}
