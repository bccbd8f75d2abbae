import type { Secret } from "@/contracts/secrets";
import type { SecretVault } from "../context";
import { isoTime } from "../times";

export interface SecretRow {
  key: string;
  ciphertext: string;
  hosts: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** All that is ever told of a secret. */
export function presentSecret(vault: SecretVault, row: SecretRow): Secret {
  return {
    key: row.key,
    hosts: row.hosts,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    readable: isReadable(vault, row.ciphertext),
  };
}

function isReadable(vault: SecretVault, ciphertext: string): boolean {
  try {
    vault.decrypt(ciphertext);
    return true;
  } catch {
    return false;
  }
}
