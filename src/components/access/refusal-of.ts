import type { Identity } from "@/contracts/accounts";
import { type PolicyName, policy } from "@/contracts/policy";
import { roleRefusal } from "@/core/roles";

/** Why somebody may not call a procedure, by the same table as the server's; undefined: they may. */
export function refusalOf({ role }: Pick<Identity, "role">, procedure: PolicyName): string | undefined {
  const needed = policy[procedure]?.role ?? "admin";
  return needed === "anyone" ? undefined : roleRefusal(role, needed);
}
