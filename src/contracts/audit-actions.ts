import { policy } from "./policy";

/** What is recorded where the policy has no procedure for it: before anybody is known, or by routes of their own. */
const others = [
  "access.denied",
  "audit.export",
  "session.sign_in",
  "session.refuse",
  "session.sign_out",
  "user.set_up",
  "user.accept_invitation",
  "user.set_password",
] as const;

/** Every action that the audit log can hold, in the order of their names. */
export const auditActions: readonly string[] = [
  ...new Set([...others, ...Object.values(policy).flatMap(({ audit }) => (audit === undefined ? [] : [audit]))]),
].sort();
