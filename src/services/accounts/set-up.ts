import { AppError } from "@/core/errors";
import type { Database } from "@/db/types";
import { changeUsers } from "@/db/user-changes";
import type { Authenticator } from "./authenticator";
import { createUser, type NewUser } from "./create-user";

/** Whether nobody can sign in yet. */
export async function needsSetUp(db: Database): Promise<boolean> {
  return (await db.user.findFirst({ select: { id: true } })) === null;
}

/**
 * Makes the first user, an admin. Of two at once one wins.
 *
 * @throws AppError `forbidden` once there is a user
 */
export async function setUp(
  { db, authenticator }: { db: Database; authenticator: Authenticator },
  admin: Omit<NewUser, "role">,
): Promise<{ id: string }> {
  return changeUsers(db, async (tx) => {
    if (await tx.user.findFirst({ select: { id: true } }))
      throw new AppError("forbidden", "There are users already. An admin can invite you.");
    return { id: await createUser(tx, authenticator, { ...admin, role: "admin" }) };
  });
}
