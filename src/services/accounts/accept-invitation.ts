import type { z } from "zod";
import type { acceptInvitationInput, HeldInvitation } from "@/contracts/accounts";
import { AppError } from "@/core/errors";
import type { Role } from "@/core/roles";
import type { InvitationRow } from "@/db/account-rows";
import type { Database, Transaction } from "@/db/types";
import { changeUsers } from "@/db/user-changes";
import type { RowContext } from "../context";
import { isoTime } from "../times";
import { hashToken } from "./api-key-token";
import type { Authenticator } from "./authenticator";
import { createUser } from "./create-user";

const noInvitation = () =>
  new AppError("not_found", "This link was used, withdrawn, or is too old. Ask for a new one.");

const usable = (token: string, now: Date) => ({
  tokenHash: hashToken(token),
  acceptedAt: null,
  expiresAt: { gt: now },
});

/**
 * What a link is for.
 *
 * @throws AppError `not_found`
 */
export async function heldInvitation(
  { db }: Pick<RowContext, "db">,
  { token }: { token: string },
): Promise<HeldInvitation> {
  const row = await db.invitation.findFirst({
    where: usable(token, new Date()),
    include: { user: { select: { name: true } } },
  });
  if (!row) throw noInvitation();
  return { email: row.email, role: row.role, expires_at: isoTime(row.expiresAt), name: row.user?.name ?? null };
}

export interface Accepted {
  id: string;
  email: string;
  role: Role;
  /** whether it was the way back of a user who was there before */
  returned: boolean;
}

/**
 * Makes the invited user; or, by a link for a password, sets it and ends all of the user's sessions.
 *
 * @throws AppError `not_found` for a link that is unknown, used or too old
 */
export async function acceptInvitation(
  { db, authenticator }: { db: Database; authenticator: Authenticator },
  { token, name, password }: z.output<typeof acceptInvitationInput>,
): Promise<Accepted> {
  const now = new Date();
  return changeUsers(db, async (tx) => {
    const [accepted] = await tx.invitation.updateManyAndReturn({
      where: usable(token, now),
      data: { acceptedAt: now },
    });
    if (!accepted) throw noInvitation();
    if (accepted.userId !== null) return setPassword(tx, authenticator, accepted, accepted.userId, password);
    const { email, role } = accepted;
    const id = await createUser(tx, authenticator, { email, role, name, password });
    return { id, email, role, returned: false };
  });
}

async function setPassword(
  tx: Transaction,
  authenticator: Authenticator,
  { email }: InvitationRow,
  userId: string,
  password: string,
): Promise<Accepted> {
  const { password: passwords } = await authenticator.$context;
  await tx.account.updateMany({
    where: { userId, providerId: "credential" },
    data: { password: await passwords.hash(password) },
  });
  await tx.session.deleteMany({ where: { userId } });
  const { role } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } });
  return { id: userId, email, role, returned: true };
}
