/** Thrown for a flag that does not exist or does not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
