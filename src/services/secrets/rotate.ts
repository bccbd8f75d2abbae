import type { Database } from "@/db/types";

/** Encrypts with the newest key, and tells which tokens it made. */
export interface RotatingVault {
  encrypt(value: string): string;
  /** @throws when none of the keys can read it */
  decrypt(ciphertext: string): string;
  /** whether the newest key made it */
  isCurrent(ciphertext: string): boolean;
}

export interface Rotation {
  rotated: number;
  /** were encrypted with the newest key before */
  current: number;
  /** keys of secrets that no configured key can read; they stay as they are */
  unreadable: string[];
}

const batchSize = 100;

/**
 * Encrypts every secret with the newest key. It goes through them one by one, and a value that is replaced meanwhile is
 * left as it was replaced; so it can be stopped at any time, and the next call does what is left.
 */
export async function rotateSecrets(db: Database, vault: RotatingVault): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, current: 0, unreadable: [] };
  for (let after = ""; ; ) {
    const rows = await db.secret.findMany({ where: { key: { gt: after } }, orderBy: { key: "asc" }, take: batchSize });
    for (const row of rows) await rotateSecret(db, vault, row, rotation);
    const last = rows.at(-1);
    if (!last) return rotation;
    after = last.key;
  }
}

async function rotateSecret(
  db: Database,
  vault: RotatingVault,
  { key, ciphertext, updatedAt }: { key: string; ciphertext: string; updatedAt: Date },
  rotation: Rotation,
): Promise<void> {
  if (vault.isCurrent(ciphertext)) {
    rotation.current++;
    return;
  }
  const value = tryDecrypt(vault, ciphertext);
  if (value === undefined) {
    rotation.unreadable.push(key);
    return;
  }
  // The value is the same: the secret was not changed.
  const { count } = await db.secret.updateMany({
    where: { key, ciphertext },
    data: { ciphertext: vault.encrypt(value), updatedAt },
  });
  if (count > 0) rotation.rotated++;
}

function tryDecrypt(vault: RotatingVault, ciphertext: string): string | undefined {
  try {
    return vault.decrypt(ciphertext);
  } catch {
    return undefined;
  }
}
