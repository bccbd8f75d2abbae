import type { Role } from "@/core/roles";

/**
 * By what a call names the workflow that it is about, for keys that may act on one workflow only. `none`: it is about no
 * workflow, or about all of them, and such a key may not make it.
 */
export type PolicyScope =
  /** the input's `id` is a workflow's */
  | "workflow"
  /** the input's `id` is a run's */
  | "run"
  /** the input's `id` is a step's */
  | "step"
  /** the input's `workflow_id` has to name it */
  | "filter"
  | "none"
  /** it is about nothing that anybody owns, and every key may make it */
  | "any";

export interface Rule {
  /** the least role that may; `anyone`: nobody is asked who they are */
  role: Role | "anyone";
  scope: PolicyScope;
  /**
   * As the audit log names it once it was done, `<object>.<verb>`; undefined: it only reads, or leaves a record of its own
   * (a trigger its run, a saved draft its version)
   */
  audit?: `${string}.${string}`;
}

const rule = (role: Rule["role"], scope: PolicyScope, audit?: Rule["audit"]): Rule => ({
  role,
  scope,
  ...(audit && { audit }),
});

const rules = {
  "workflows.list": rule("viewer", "none"),
  "workflows.get": rule("viewer", "workflow"),
  "workflows.export": rule("viewer", "workflow"),
  "workflows.recentPayloads": rule("viewer", "workflow"),
  "workflows.save": rule("editor", "none"),
  "workflows.activate": rule("editor", "workflow", "workflow.activate"),
  "workflows.archive": rule("editor", "workflow", "workflow.archive"),
  "workflows.restore": rule("editor", "workflow", "workflow.restore"),
  "workflows.duplicate": rule("editor", "none"),
  "workflows.import": rule("editor", "none"),
  "runs.list": rule("viewer", "filter"),
  "runs.counts": rule("viewer", "filter"),
  "runs.get": rule("viewer", "run"),
  "runs.overview": rule("viewer", "run"),
  "runs.explanation": rule("viewer", "run"),
  "runs.definition": rule("viewer", "run"),
  "runs.payload": rule("viewer", "run"),
  "runs.step": rule("viewer", "step"),
  "runs.trigger": rule("editor", "workflow"),
  "runs.testRun": rule("editor", "workflow"),
  "runs.retry": rule("editor", "run", "run.retry"),
  "runs.cancel": rule("editor", "run", "run.cancel"),
  "runs.retryMany": rule("editor", "none", "run.retry"),
  "runs.cancelMany": rule("editor", "none", "run.cancel"),
  "runs.tick": rule("editor", "none"),
  "deadLetters.list": rule("viewer", "filter"),
  "deadLetters.groups": rule("viewer", "filter"),
  "deadLetters.retry": rule("editor", "none", "run.retry"),
  "secrets.list": rule("viewer", "none"),
  "secrets.get": rule("viewer", "none"),
  "secrets.usage": rule("viewer", "none"),
  "secrets.set": rule("admin", "none", "secret.set"),
  "secrets.delete": rule("admin", "none", "secret.delete"),
  "dashboard.runs": rule("viewer", "none"),
  "dashboard.queue": rule("viewer", "none"),
  "live.run": rule("viewer", "run"),
  "live.runs": rule("viewer", "none"),
  "search.find": rule("viewer", "none"),
  "system.apiDocument": rule("viewer", "any"),
  "session.entrance": rule("anyone", "any"),
  "session.get": rule("viewer", "any"),
  "session.signIn": rule("anyone", "any"),
  "session.signOut": rule("anyone", "any"),
  "session.signOutEverywhere": rule("viewer", "none", "session.sign_out_everywhere"),
  "session.changePassword": rule("viewer", "none", "session.change_password"),
  "session.setUp": rule("anyone", "any"),
  "users.invitation": rule("anyone", "any"),
  "users.acceptInvitation": rule("anyone", "any"),
  "users.list": rule("admin", "none"),
  "users.update": rule("admin", "none", "user.update"),
  "users.invite": rule("admin", "none", "user.invite"),
  "users.invitations": rule("admin", "none"),
  "users.passwordLink": rule("admin", "none", "user.password_link"),
  "users.withdrawInvitation": rule("admin", "none", "user.withdraw_invitation"),
  "apiKeys.list": rule("admin", "none"),
  "apiKeys.create": rule("admin", "none", "api_key.create"),
  "apiKeys.revoke": rule("admin", "none", "api_key.revoke"),
  "audit.list": rule("admin", "none"),
  exportAudit: rule("admin", "none"),
  echoGet: rule("anyone", "any"),
  echoHead: rule("anyone", "any"),
  echoPost: rule("anyone", "any"),
  echoPut: rule("anyone", "any"),
  echoPatch: rule("anyone", "any"),
  echoDelete: rule("anyone", "any"),
  echoOptions: rule("anyone", "any"),
} satisfies Record<string, Rule>;

/** What the policy knows by name. */
export type PolicyName = keyof typeof rules;

/**
 * Who may call what, by the tRPC procedure; an operation of the REST API has the rule of the procedure that does the same,
 * or, if there is none, one under its own name. What has no rule is refused to everybody.
 */
export const policy: Readonly<Record<string, Rule>> = rules;
