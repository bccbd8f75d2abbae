import type { z } from "zod";
import type { Invitation, inviteInput } from "@/contracts/accounts";
import { AppError, notFound } from "@/core/errors";
import type { InvitationRow } from "@/db/account-rows";
import { changeUsers } from "@/db/user-changes";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";
import { linkLifetimeMs, newLink } from "./links";

const shownInvitations = 200;

function presentInvitation({ id, email, role, createdAt, expiresAt }: InvitationRow): Invitation {
  return { id, email, role, created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) };
}

/**
 * Makes a link by which one person becomes a user, once and within a week. It is told this once; a new one for the same
 * address ends the one before.
 *
 * @throws AppError `conflict` when there is a user with this address
 */
export async function invite(
  { db, actor }: RowContext,
  appUrl: string,
  { email, role }: z.output<typeof inviteInput>,
): Promise<{ invitation: Invitation; url: string }> {
  const { url, tokenHash } = newLink(appUrl);
  return changeUsers(db, async (tx) => {
    if (await tx.user.findUnique({ where: { email }, select: { id: true } }))
      throw new AppError("conflict", `${email} is a user already.`);
    await tx.invitation.deleteMany({ where: { email, acceptedAt: null } });
    const expiresAt = new Date(Date.now() + linkLifetimeMs.join);
    const row = await tx.invitation.create({ data: { email, role, actor, tokenHash, expiresAt } });
    return { invitation: presentInvitation(row), url };
  });
}

/** Those that can still be accepted, newest first. */
export async function listInvitations({ db }: Pick<RowContext, "db">): Promise<{ items: Invitation[] }> {
  const rows = await db.invitation.findMany({
    where: { userId: null, acceptedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: shownInvitations,
  });
  return { items: rows.map(presentInvitation) };
}

/** @throws AppError `not_found` */
export async function withdrawInvitation({ db }: RowContext, input: { id: string }): Promise<{ id: string }> {
  const id = requireUuid("invitation", input.id);
  const { count } = await db.invitation.deleteMany({ where: { id, userId: null, acceptedAt: null } });
  if (count === 0) throw notFound("invitation", input.id);
  return { id };
}
