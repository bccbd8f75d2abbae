import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import type { Database } from "@/db/types";

export interface AuthenticatorOptions {
  db: Database;
  /** signs the cookies; a change signs everybody out */
  secret: string;
  appUrl: string;
}

const hour = 60 * 60;
const day = 24 * hour;

/** A session ends after a week without use, and in any case after `absoluteSessionSeconds`. */
const idleSessionSeconds = 7 * day;
export const absoluteSessionSeconds = 30 * day;

/**
 * E-mail and password over better-auth's tables. Only its functions are used, no route of its own is served: so every
 * request passes the same doors, and every refusal is an error of the one table.
 */
export function createAuthenticator({ db, secret, appUrl }: AuthenticatorOptions) {
  return betterAuth({
    database: prismaAdapter(db, { provider: "postgresql" }),
    secret,
    baseURL: appUrl,
    // How long a new password must be is the contract's business; here any that was set once is compared.
    emailAndPassword: { enabled: true, minPasswordLength: 1, maxPasswordLength: 256, autoSignIn: false },
    session: { expiresIn: idleSessionSeconds, updateAge: hour },
    user: {
      additionalFields: {
        role: { type: "string", input: false },
        disabledAt: { type: "date", required: false, input: false },
      },
    },
    advanced: {
      cookiePrefix: "workflow-engine",
      useSecureCookies: appUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
    },
    databaseHooks: {
      session: {
        create: {
          // Asked in the same breath in which a session comes to be, whatever way leads there.
          before: async ({ userId }) => {
            const user = await db.user.findUnique({ where: { id: userId }, select: { disabledAt: true } });
            return user?.disabledAt === null;
          },
        },
      },
    },
    // Sign-in is slowed down at our own door, which knows the client's address and counts an account's attempts, too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
