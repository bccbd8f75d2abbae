import type { Keyring } from "./keyring";
import { createRedactor, type Redactor, type SecretValue } from "./redact";

/** Keeps secrets at rest and out of sight. It knows the keys; whoever holds a vault does not need them. */
export interface Vault extends Keyring {
  /** hides these secrets in anything that is stored or shown */
  redactor(secrets: readonly SecretValue[]): Redactor;
  /** the same for one value: a JSON tree or a text */
  redact<Value>(value: Value, secrets: readonly SecretValue[]): Value;
}

export function createVault(keyring: Keyring): Vault {
  return {
    encrypt: keyring.encrypt,
    decrypt: keyring.decrypt,
    isCurrent: keyring.isCurrent,
    redactor: createRedactor,
    redact: (value, secrets) => createRedactor(secrets).json(value),
  };
}
