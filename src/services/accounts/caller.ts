import type { Role } from "@/core/roles";

/** Who a request is from, and how far they may go. */
export interface CallerIdentity {
  /** as it is recorded: `local`, `anonymous`, `user:<e-mail>`, `key:<prefix>` */
  actor: string;
  role: Role;
  /** the only workflow that they may act on; undefined: all */
  onlyWorkflowId: string | undefined;
  user: { id: string; name: string; email: string } | undefined;
}

/** Whoever is on this machine, or everybody, where there are no accounts. */
export function withoutAccount(actor: "local" | "anonymous"): CallerIdentity {
  return { actor, role: "admin", onlyWorkflowId: undefined, user: undefined };
}
