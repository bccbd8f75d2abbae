import type { ApiKey } from "@/contracts/accounts";

/** Whether a key opens anything at a time; revoked counts more than too old. */
export function keyState(
  { revoked_at: revokedAt, expires_at: expiresAt }: Pick<ApiKey, "revoked_at" | "expires_at">,
  now: number,
): "valid" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "valid";
}
