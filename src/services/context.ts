import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import type { EngineLog } from "@/engine/log";

/** What every use-case gets: who asks, from where, and the means to act. */
export interface ServiceContext {
  db: Database;
  engine: EngineContext;
  /** who acts, as it is recorded: `local`, later a user or a key */
  actor: string;
  /** where the call came from; becomes a run's `trigger_type` */
  source: "ui" | "api";
  vault: SecretVault;
  log: EngineLog;
  /** the longest payload that starts a run */
  maximumPayloadBytes: number;
}

/** Encrypts secrets for storage and tells whether they can still be read. */
export interface SecretVault {
  encrypt(value: string): string;
  /** @throws when none of the keys can read it */
  decrypt(ciphertext: string): string;
}

/** What the use-cases need that only read and write rows: no engine, so that commands can call them too. */
export type RowContext = Pick<ServiceContext, "db" | "actor">;
export type SecretContext = Pick<ServiceContext, "db" | "vault">;
