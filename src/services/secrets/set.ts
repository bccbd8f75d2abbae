import type { z } from "zod";
import type { Secret, setSecretInput } from "@/contracts/secrets";
import { AppError, validationError } from "@/core/errors";
import type { SecretContext } from "../context";
import { presentSecret } from "./present";

export interface SetSecret {
  secret: Secret;
  created: boolean;
}

/** A secret that is deleted between the two statements of a replacement is created on the next round. */
const rounds = 3;

/**
 * Creates a secret, or replaces its value. The value is encrypted before it goes anywhere.
 *
 * @throws AppError `validation_error` for a value that no encoding can keep
 */
export async function setSecret(context: SecretContext, input: z.output<typeof setSecretInput>): Promise<SetSecret> {
  if (!input.value.isWellFormed()) {
    const message = "The value holds half of a surrogate pair (a broken character) and cannot be kept.";
    throw validationError("The secret is not valid.", [{ path: "value", message }]);
  }
  const ciphertext = context.vault.encrypt(input.value);
  const hosts = input.hosts === undefined ? {} : { hosts: input.hosts };
  for (let round = 0; round < rounds; round++) {
    // One moment for both: a default of the database's and a clock of this machine's need not agree.
    const now = new Date();
    const [created] = await context.db.secret.createManyAndReturn({
      data: [{ key: input.key, ciphertext, ...hosts, createdAt: now, updatedAt: now }],
      skipDuplicates: true,
    });
    if (created) return { secret: presentSecret(context.vault, created), created: true };
    const [replaced] = await context.db.secret.updateManyAndReturn({
      where: { key: input.key },
      data: { ciphertext, ...hosts },
    });
    if (replaced) return { secret: presentSecret(context.vault, replaced), created: false };
  }
  throw new AppError("conflict", `The secret "${input.key}" is being created and deleted by others. Try again.`);
}
