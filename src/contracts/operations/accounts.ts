import { z } from "zod";
import {
  apiKey,
  apiKeyPage,
  auditEntry,
  auditPage,
  createApiKeyInput,
  createdApiKey,
  exportAuditInput,
  invitation,
  invited,
  inviteInput,
  listApiKeysInput,
  listAuditInput,
  listUsersInput,
  passwordLink,
  updateUserInput,
  user,
  userPage,
} from "../accounts";
import { byIdInput } from "../common";
import type { Operation } from "../operation";
import {
  exampleApiKey,
  exampleAuditEntry,
  exampleInvitation,
  examplePasswordLink,
  exampleUser,
} from "./example-accounts";

const needs = ["caller", "database"] as const;
const byId = (id: string) => ({ schema: byIdInput, examples: { id } }) as const;

export const accountOperations = {
  listUsers: {
    method: "GET",
    path: "/api/users",
    tag: "Accounts",
    summary: "List users",
    description: "Newest first, the disabled ones with them.",
    needs,
    query: listUsersInput,
    answers: {
      200: { description: "A page of users.", schema: userPage, example: { items: [exampleUser], next_cursor: null } },
    },
    errors: [],
    procedure: "users.list",
  },
  updateUser: {
    method: "PATCH",
    path: "/api/users/{id}",
    tag: "Accounts",
    summary: "Change a user's role, or disable them",
    description: "One who is disabled is signed out everywhere at once. The last admin stays one.",
    needs,
    pathParameters: byId(exampleUser.id),
    body: {
      kind: "json",
      schema: updateUserInput.omit({ id: true }),
      examples: { role: { summary: "Another role", value: { role: "editor" } } },
    },
    answers: { 200: { description: "The user.", schema: user, example: exampleUser } },
    errors: ["validation_error", "not_found", "conflict"],
    procedure: "users.update",
  },
  makePasswordLink: {
    method: "POST",
    path: "/api/users/{id}/password-link",
    tag: "Accounts",
    summary: "Let a user choose another password",
    description: "Answers a link that works once, within a day, and ends the one before. It is told this once.",
    needs,
    pathParameters: byId(exampleUser.id),
    body: { kind: "ignored" },
    answers: { 201: { description: "The link.", schema: passwordLink, example: examplePasswordLink } },
    errors: ["not_found", "conflict"],
    procedure: "users.passwordLink",
  },
  listInvitations: {
    method: "GET",
    path: "/api/invitations",
    tag: "Accounts",
    summary: "List open invitations",
    needs,
    answers: {
      200: {
        description: "Those that can still be accepted, newest first.",
        schema: z.object({ items: z.array(invitation) }),
        example: { items: [exampleInvitation] },
      },
    },
    errors: [],
    procedure: "users.invitations",
  },
  invite: {
    method: "POST",
    path: "/api/invitations",
    tag: "Accounts",
    summary: "Invite somebody",
    description: "The link is told this once. A new one for the same address ends the one before.",
    needs,
    body: {
      kind: "json",
      schema: inviteInput,
      examples: { invite: { summary: "An editor", value: { email: exampleInvitation.email, role: "editor" } } },
    },
    answers: {
      201: {
        description: "The invitation and its link.",
        schema: invited,
        example: { invitation: exampleInvitation, url: "http://127.0.0.1:3000/welcome#token" },
      },
    },
    errors: ["validation_error", "conflict"],
    procedure: "users.invite",
  },
  withdrawInvitation: {
    method: "DELETE",
    path: "/api/invitations/{id}",
    tag: "Accounts",
    summary: "Withdraw an invitation",
    needs,
    pathParameters: byId(exampleInvitation.id),
    body: { kind: "ignored" },
    answers: {
      200: { description: "Its link leads nowhere now.", schema: byIdInput, example: { id: exampleInvitation.id } },
    },
    errors: ["not_found"],
    procedure: "users.withdrawInvitation",
  },
  listApiKeys: {
    method: "GET",
    path: "/api/keys",
    tag: "Accounts",
    summary: "List API keys",
    description: "Newest first, the revoked ones with them; never a key itself.",
    needs,
    query: listApiKeysInput,
    answers: {
      200: {
        description: "A page of keys.",
        schema: apiKeyPage,
        example: { items: [exampleApiKey], next_cursor: null },
      },
    },
    errors: [],
    procedure: "apiKeys.list",
  },
  createApiKey: {
    method: "POST",
    path: "/api/keys",
    tag: "Accounts",
    summary: "Make an API key",
    description: "The key is told this once. With `workflow_id` it may act on that workflow only.",
    needs,
    body: {
      kind: "json",
      schema: createApiKeyInput,
      examples: { key: { summary: "For a shop", value: { name: "Shop", role: "editor", expires_in_days: 365 } } },
    },
    answers: {
      201: {
        description: "The key, and what is told of it later.",
        schema: createdApiKey,
        example: { api_key: exampleApiKey, key: `${exampleApiKey.prefix}…` },
      },
    },
    errors: ["validation_error", "not_found"],
    procedure: "apiKeys.create",
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api/keys/{id}",
    tag: "Accounts",
    summary: "Revoke an API key",
    description: "At once; revoking it again changes nothing.",
    needs,
    pathParameters: byId(exampleApiKey.id),
    body: { kind: "ignored" },
    answers: { 200: { description: "The key.", schema: apiKey, example: exampleApiKey } },
    errors: ["not_found"],
    procedure: "apiKeys.revoke",
  },
  listAudit: {
    method: "GET",
    path: "/api/audit",
    tag: "Accounts",
    summary: "List the audit log",
    description: "Who did what, when and from where, newest first; never values.",
    needs,
    query: listAuditInput,
    answers: {
      200: {
        description: "A page of entries.",
        schema: auditPage,
        example: { items: [exampleAuditEntry], next_cursor: null },
      },
    },
    errors: [],
    procedure: "audit.list",
  },
  exportAudit: {
    method: "GET",
    path: "/api/audit/export",
    tag: "Accounts",
    summary: "Export the audit log",
    description: "All entries that the filters choose, newest first, as a file. The export is an entry of its own.",
    needs,
    query: exportAuditInput,
    answers: {
      200: {
        description:
          "With `format=json` a list, with `format=csv` a table whose cells no spreadsheet takes for formulas.",
        schema: z.array(auditEntry),
        example: [exampleAuditEntry],
        texts: {
          "text/csv":
            "id,at,actor,action,object_type,object_id,address,data\n" +
            "42,2026-01-31T09:30:00.000Z,user:ada@example.org,workflow.archive,workflow,01980000-0000-7000-8000-000000000001,192.0.2.7,{}\n",
        },
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
