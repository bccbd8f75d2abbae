import type { PasswordLink } from "@/contracts/accounts";
import { AppError, notFound } from "@/core/errors";
import { changeUsers } from "@/db/user-changes";
import type { RowContext } from "../context";
import { isoTime } from "../times";
import { linkLifetimeMs, newLink } from "./links";
import { isUserId } from "./users";

/**
 * Makes a link by which a user who is there chooses another password, once and within a day, for one who has forgotten
 * theirs. It is told this once, and ends the one before.
 *
 * @param who by id, or by e-mail address
 * @throws AppError `not_found`, `conflict` for one who is disabled
 */
export async function passwordLink(
  { db, actor }: RowContext,
  appUrl: string,
  who: { id: string } | { email: string },
): Promise<PasswordLink> {
  const { url, tokenHash } = newLink(appUrl);
  return changeUsers(db, async (tx) => {
    const named = "id" in who ? who.id : who.email;
    const user = "id" in who && !isUserId(who.id) ? null : await tx.user.findUnique({ where: who });
    if (!user) throw notFound("user", named);
    if (user.disabledAt) throw new AppError("conflict", `${user.email} is disabled. Enable them first.`);
    const { id: userId, email, role } = user;
    await tx.invitation.deleteMany({ where: { userId, acceptedAt: null } });
    const expiresAt = new Date(Date.now() + linkLifetimeMs.password);
    await tx.invitation.create({ data: { userId, email, role, actor, tokenHash, expiresAt } });
    return { id: userId, url, email, expires_at: isoTime(expiresAt) };
  });
}
