import { secretKeyPattern } from "@/contracts/secrets";
import { AppError } from "@/core/errors";

export function secretNotFound(key: string): AppError {
  return new AppError("not_found", `There is no secret with the key "${key.slice(0, 100)}".`);
}

/** @throws AppError `not_found`: a malformed key is one that does not exist */
export function requireSecretKey(key: string): string {
  if (!secretKeyPattern.test(key)) throw secretNotFound(key);
  return key;
}
