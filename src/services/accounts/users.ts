import type { z } from "zod";
import type { listUsersInput, User, updateUserInput } from "@/contracts/accounts";
import { AppError, notFound, validationError } from "@/core/errors";
import type { UserRow } from "@/db/account-rows";
import { changeUsers } from "@/db/user-changes";
import type { RowContext } from "../context";
import { afterPosition, decodeCursor, toPage } from "../page-cursor";
import { isoTime, isoTimeOrNull } from "../times";

const withLastSession = {
  include: { sessions: { select: { updatedAt: true }, orderBy: { updatedAt: "desc" }, take: 1 } },
} as const;

type UserWithSession = UserRow & { sessions: { updatedAt: Date }[] };

function presentUser(row: UserWithSession): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    disabled: row.disabledAt !== null,
    created_at: isoTime(row.createdAt),
    last_seen_at: isoTimeOrNull(row.sessions[0]?.updatedAt ?? null),
  };
}

/** Ids of users are made by us and by better-auth, and are texts in the database. */
export const isUserId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);

/** Newest first. */
export async function listUsers(
  { db }: RowContext,
  input: z.output<typeof listUsersInput>,
): Promise<{ items: User[]; next_cursor: string | null }> {
  const rows = await db.user.findMany({
    ...withLastSession,
    where: afterPosition(decodeCursor(input.cursor)),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, presentUser);
}

/**
 * Changes what a user may do. One who is disabled is signed out everywhere at once; links that were made by somebody who is no
 * admin any more, or for somebody who is disabled, lead nowhere.
 *
 * @throws AppError `validation_error`, `not_found`, `conflict` when nobody would be left who can undo it
 */
export async function updateUser({ db }: RowContext, input: z.output<typeof updateUserInput>): Promise<User> {
  const { id, role, disabled } = input;
  if (role === undefined && disabled === undefined)
    throw validationError("Nothing is to be changed.", [{ path: "", message: "Give a role, or disabled, or both." }]);
  return changeUsers(db, async (tx) => {
    const before = isUserId(id) ? await tx.user.findUnique({ where: { id } }) : null;
    if (!before) throw notFound("user", id);
    const row = await tx.user.update({
      ...withLastSession,
      where: { id },
      data: {
        ...(role !== undefined && { role }),
        ...(disabled !== undefined && { disabledAt: disabled ? (before.disabledAt ?? new Date()) : null }),
      },
    });
    if ((await tx.user.count({ where: { role: "admin", disabledAt: null } })) === 0)
      throw new AppError("conflict", "This is the last admin. Make somebody else an admin first.");
    if (row.disabledAt) await tx.session.deleteMany({ where: { userId: id } });
    // Links that wait to be used are as good as those who made them, and as those whom they are for.
    const actor = `user:${row.email}`;
    const noAdmin = row.disabledAt !== null || row.role !== "admin";
    await tx.invitation.deleteMany({
      where: { acceptedAt: null, OR: [...(noAdmin ? [{ actor }] : []), ...(row.disabledAt ? [{ userId: id }] : [])] },
    });
    return presentUser(row);
  });
}
