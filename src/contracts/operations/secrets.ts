import type { Operation } from "../operation";
import { listSecretsInput, secret, secretByKeyInput, secretPage, secretUsage, setSecretInput } from "../secrets";
import { exampleSecret, exampleSecretUsage } from "./examples";

const needs = ["caller", "database"] as const;
const byKey = { schema: secretByKeyInput, examples: { key: exampleSecret.key } } as const;

export const secretOperations = {
  listSecrets: {
    method: "GET",
    path: "/api/secrets",
    tag: "Secrets",
    summary: "List secrets",
    description: "Newest first; never a value.",
    needs,
    query: listSecretsInput,
    answers: {
      200: {
        description: "A page of secrets.",
        schema: secretPage,
        example: { items: [exampleSecret], next_cursor: null },
      },
    },
    errors: [],
    procedure: "secrets.list",
  },
  setSecret: {
    method: "POST",
    path: "/api/secrets",
    tag: "Secrets",
    summary: "Create a secret, or replace its value",
    description:
      "Workflows read it as `{{ secrets.KEY }}`, in fields of http_request only. Bound to hosts, it is sent nowhere else.",
    needs,
    body: {
      kind: "json",
      schema: setSecretInput,
      examples: {
        set: { summary: "A token", value: { key: exampleSecret.key, value: "the token", hosts: exampleSecret.hosts } },
      },
    },
    answers: {
      200: { description: "The value was replaced.", schema: secret, example: exampleSecret },
      201: { description: "The secret was created.", schema: secret, example: exampleSecret },
    },
    errors: ["validation_error", "conflict"],
    procedure: "secrets.set",
  },
  getSecret: {
    method: "GET",
    path: "/api/secrets/{key}",
    tag: "Secrets",
    summary: "Get what is told of a secret",
    needs,
    pathParameters: byKey,
    answers: { 200: { description: "The secret, without its value.", schema: secret, example: exampleSecret } },
    errors: ["not_found"],
    procedure: "secrets.get",
  },
  getSecretUsage: {
    method: "GET",
    path: "/api/secrets/{key}/usage",
    tag: "Secrets",
    summary: "List what reads a secret",
    description:
      "Drafts, active workflows, and versions that unfinished runs are pinned to: what breaks if the secret is deleted.",
    needs,
    pathParameters: byKey,
    answers: { 200: { description: "Its uses.", schema: secretUsage, example: exampleSecretUsage } },
    errors: ["not_found"],
    procedure: "secrets.usage",
  },
  deleteSecret: {
    method: "DELETE",
    path: "/api/secrets/{key}",
    tag: "Secrets",
    summary: "Delete a secret",
    description: "Steps that name it die from now on, saying so.",
    needs,
    pathParameters: byKey,
    body: { kind: "ignored" },
    answers: { 200: { description: "What it was.", schema: secret, example: exampleSecret } },
    errors: ["not_found"],
    procedure: "secrets.delete",
  },
} as const satisfies Record<string, Operation>;
