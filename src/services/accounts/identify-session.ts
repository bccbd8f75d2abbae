import { role as roleSchema } from "@/contracts/accounts";
import { AppError } from "@/core/errors";
import { type Authenticator, absoluteSessionSeconds } from "./authenticator";
import type { CallerIdentity } from "./caller";

const signInFirst = () => new AppError("unauthorized", "Sign in first.");

/**
 * Who a session's cookie belongs to.
 *
 * @param options.renew whether this counts as using the session
 * @throws AppError `unauthorized`
 */
export async function identifySession(
  authenticator: Authenticator,
  headers: Headers,
  { renew, now = Date.now() }: { renew: boolean; now?: number },
): Promise<CallerIdentity> {
  const found = await authenticator.api.getSession({ headers, query: { disableRefresh: !renew } });
  if (!found) throw signInFirst();
  const { session, user } = found;
  // Using a session renews it; however much it is used, it ends.
  if (now - session.createdAt.getTime() > absoluteSessionSeconds * 1_000) throw signInFirst();
  if (user.disabledAt) throw signInFirst();
  return {
    actor: `user:${user.email}`,
    role: roleSchema.parse(user.role),
    onlyWorkflowId: undefined,
    user: { id: user.id, name: user.name, email: user.email },
  };
}
