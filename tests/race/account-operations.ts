import type { Database } from "@/db/types";
import { acceptInvitation } from "@/services/accounts/accept-invitation";
import { createAuthenticator } from "@/services/accounts/authenticator";
import { setUp } from "@/services/accounts/set-up";
import { updateUser } from "@/services/accounts/users";

const password = "correct horse battery staple";
const withAuthenticator = (db: Database) => ({
  db,
  authenticator: createAuthenticator({ db, secret: "s".repeat(32), appUrl: "http://127.0.0.1:3000" }),
});

export async function makeFirstAdmin(db: Database, email: string): Promise<string> {
  await setUp(withAuthenticator(db), { name: "Admin", email, password });
  return "made";
}

export async function demote(db: Database, userId: string): Promise<string> {
  return (await updateUser({ db, actor: "test" }, { id: userId, role: "viewer" })).role;
}

export async function accept(db: Database, token: string): Promise<string> {
  await acceptInvitation(withAuthenticator(db), { token, name: "New", password });
  return "made";
}
