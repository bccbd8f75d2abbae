import { z } from "zod";
import { roles } from "@/core/roles";
import { idInput, pageInput, pageOf, timestamp } from "./common";

export const role = z.enum(roles, `A role is one of ${roles.join(", ")}.`);

const email = z
  .email("This is no e-mail address.")
  .max(254, "An e-mail address has at most 254 characters.")
  .transform((text) => text.toLowerCase());

/** Neither control characters nor those that turn the direction of writing: a name is shown beside what others wrote. */
const visible = /^[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

const personName = z
  .string("A name is a text.")
  .trim()
  .min(1, "A name must not be empty.")
  .max(100, "A name has at most 100 characters.")
  .regex(visible, "A name holds no control characters.");

/** Long rather than mixed: what NIST SP 800-63B recommends. */
export const newPassword = z
  .string("A password is a text.")
  .min(12, "A password has at least 12 characters.")
  .max(256, "A password has at most 256 characters.")
  .regex(/^[^\0]*$/, "A password holds no NUL character.");

const givenPassword = z.string("A password is a text.").max(256, "A password has at most 256 characters.");

export const signInInput = z.object({ email, password: givenPassword });
export const changePasswordInput = z.object({ current_password: givenPassword, new_password: newPassword });

/** The first admin, of an installation that has no user yet. */
export const setUpInput = z.object({
  code: z
    .string("The code is a text.")
    .max(100, "A code has at most 100 characters.")
    .describe("As the server prints it when it starts without any user."),
  name: personName,
  email,
  password: newPassword,
});

/** What somebody who has not signed in may know. */
export const entrance = z.object({
  mode: z.enum(["local", "accounts", "open"]),
  needs_set_up: z.boolean().describe("Whether there is no user yet."),
});
export const signedOut = z.object({ signed_out: z.literal(true) });

/** Who asks, and what they may do. */
export const identity = z.object({
  mode: z.enum(["local", "accounts", "open"]),
  actor: z.string().describe("As it is recorded: `local`, `anonymous`, `user:<e-mail>`, `key:<prefix>`."),
  role,
  only_workflow_id: z.string().nullable().describe("The only workflow that a key may act on; null: all."),
  name: z.string().nullable(),
  email: z.string().nullable(),
});

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  disabled: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp.nullable().describe("When a session of theirs was last renewed, at most a day behind."),
});
export const userPage = pageOf(user);
export const listUsersInput = pageInput;
export const updateUserInput = z.object({
  id: idInput,
  role: role.optional(),
  disabled: z.boolean("disabled is true or false.").optional(),
});

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  created_at: timestamp,
  expires_at: timestamp,
});
export const inviteInput = z.object({ email, role });
/** The link is shown once. */
export const invited = z.object({ invitation, url: z.string() });
export const invitationByTokenInput = z.object({
  token: z.string("The token is a text.").max(100, "A token has at most 100 characters."),
});
/** What the person who holds the link is told. */
export const heldInvitation = invitation.pick({ email: true, role: true, expires_at: true }).extend({
  name: z.string().nullable().describe("Whose password it is for; null: it makes a user."),
});
/** A link by which a user chooses another password. It is shown once. */
export const passwordLink = z.object({ id: z.string(), url: z.string(), email: z.string(), expires_at: timestamp });
export const acceptInvitationInput = z.object({
  token: z.string("The token is a text.").max(100, "A token has at most 100 characters."),
  name: personName,
  password: newPassword,
});

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The key's first characters, by which people tell it apart."),
  role,
  workflow_id: z.string().nullable().describe("The only workflow that it may act on; null: all."),
  actor: z.string().describe("Who made it."),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().describe("At most a minute behind."),
  revoked_at: timestamp.nullable(),
});
export const apiKeyPage = pageOf(apiKey);
export const listApiKeysInput = pageInput;
export const createApiKeyInput = z.object({
  name: personName,
  role,
  workflow_id: idInput.nullish(),
  expires_in_days: z
    .number("expires_in_days is a whole number.")
    .int("expires_in_days is a whole number.")
    .min(1, "A key lives at least a day.")
    .max(3650, "A key lives at most ten years.")
    .nullish(),
});
/** The key itself is shown once. */
export const createdApiKey = z.object({ api_key: apiKey, key: z.string() });

export const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  actor: z.string(),
  action: z.string(),
  object_type: z.string().nullable(),
  object_id: z.string().nullable(),
  address: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export const auditPage = pageOf(auditEntry);
const auditWord = (longest: number) =>
  z
    .string("A filter is a text.")
    .max(longest, `This filter has at most ${longest} characters.`)
    .regex(/^[^\0]*$/, "A filter holds no NUL character.");
const auditFilter = z.object({
  actor: auditWord(300).optional(),
  action: auditWord(100).optional(),
  object_id: auditWord(100).optional(),
});
export const listAuditInput = pageInput.extend(auditFilter.shape);
export const exportAuditInput = auditFilter.extend({ format: z.enum(["csv", "json"], "format is csv or json.") });

export type Identity = z.output<typeof identity>;
export type User = z.output<typeof user>;
export type Invitation = z.output<typeof invitation>;
export type HeldInvitation = z.output<typeof heldInvitation>;
export type PasswordLink = z.output<typeof passwordLink>;
export type ApiKey = z.output<typeof apiKey>;
export type AuditEntry = z.output<typeof auditEntry>;
