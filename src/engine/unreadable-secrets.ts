import type { EngineContext } from "./context";
import type { EngineLog } from "./log";

/**
 * Warns of secrets that none of the configured keys can read. They stop nothing: a step that needs one dies, naming it.
 * Never throws; whoever starts while the database is away is told so elsewhere.
 */
export async function warnOfUnreadableSecrets(
  engine: Pick<EngineContext, "db" | "vault">,
  log: EngineLog,
): Promise<void> {
  try {
    const rows = await engine.db.secret.findMany({ select: { key: true, ciphertext: true }, orderBy: { key: "asc" } });
    const keys = rows.filter(({ ciphertext }) => !isReadable(engine, ciphertext)).map(({ key }) => key);
    if (keys.length === 0) return;
    log.warn(
      { secrets: keys },
      "these secrets cannot be decrypted with FERNET_KEY; add the key that they were stored with, or store them again",
    );
  } catch (error) {
    log.warn({ error }, "could not check whether all secrets can be decrypted");
  }
}

function isReadable(engine: Pick<EngineContext, "vault">, ciphertext: string): boolean {
  try {
    engine.vault.decrypt(ciphertext);
    return true;
  } catch {
    return false;
  }
}
