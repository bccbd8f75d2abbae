import { randomUUID } from "node:crypto";
import type { Role } from "@/core/roles";
import type { Transaction } from "@/db/user-changes";
import type { Authenticator } from "./authenticator";

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  password: string;
}

/** Adds a user who signs in with a password, in the form that better-auth reads. */
export async function createUser(
  tx: Transaction,
  authenticator: Authenticator,
  { name, email, role, password }: NewUser,
): Promise<string> {
  const { password: passwords } = await authenticator.$context;
  const id = randomUUID();
  await tx.user.create({ data: { id, name, email, role } });
  await tx.account.create({
    data: {
      id: randomUUID(),
      userId: id,
      accountId: id,
      providerId: "credential",
      password: await passwords.hash(password),
    },
  });
  return id;
}
