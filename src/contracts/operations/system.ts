import { z } from "zod";
import { echoAnswer, echoInput } from "../echo";
import { health, readiness } from "../health";
import type { HttpMethod, Operation } from "../operation";
import { exampleEcho } from "./examples";

const needsNothing = [] as const;
const needsCaller = ["caller"] as const;
const needsOrigin = ["origin"] as const;

/** The echo with one method; whatever it is asked to answer with, the body is the same. */
function echo<Method extends HttpMethod>(method: Method) {
  const schema = method === "HEAD" ? {} : { schema: echoAnswer };
  const answer = (description: string) => ({ description, ...schema });
  const withExample = method === "HEAD" ? {} : { example: { ...exampleEcho, method } };
  return {
    method,
    path: "/api/echo",
    tag: "System",
    summary: `Echo of ${method}`,
    description:
      "Answers what it received. Never as a page, always as JSON; statuses that allow no body have none. Answers whoever may reach it.",
    needs: needsOrigin,
    query: echoInput,
    ...(method === "POST" || method === "PUT" || method === "PATCH" || method === "DELETE"
      ? { body: { kind: "anything" as const } }
      : {}),
    answers: {
      200: { ...answer("What was received."), ...withExample },
      default: answer("The same, with the status that was asked for."),
    },
    errors: [],
  } as const satisfies Operation;
}

export const systemOperations = {
  getHealth: {
    method: "GET",
    path: "/api/healthz",
    tag: "System",
    summary: "Whether the process is up",
    description: "Nothing else is asked. Answers everybody.",
    needs: needsNothing,
    answers: { 200: { description: "It is.", schema: health, example: { status: "ok" } } },
    errors: [],
  },
  getReadiness: {
    method: "GET",
    path: "/api/readyz",
    tag: "System",
    summary: "Whether the process can do its work",
    description: "The database answers and has every migration of this release. Answers everybody.",
    needs: ["database"],
    answers: {
      200: {
        description: "It can.",
        schema: readiness,
        example: { status: "ready", checks: { database: "ok", migrations: "ok" } },
      },
    },
    errors: [],
  },
  getOpenApi: {
    method: "GET",
    path: "/api/openapi.json",
    tag: "System",
    summary: "This document",
    needs: needsCaller,
    answers: {
      200: {
        description: "OpenAPI 3.1.",
        schema: z.looseObject({ openapi: z.string() }),
        example: { openapi: "3.1.1" },
      },
    },
    errors: [],
    procedure: "system.apiDocument",
  },
  echoGet: echo("GET"),
  echoHead: echo("HEAD"),
  echoPost: echo("POST"),
  echoPut: echo("PUT"),
  echoPatch: echo("PATCH"),
  echoDelete: echo("DELETE"),
  echoOptions: echo("OPTIONS"),
} as const satisfies Record<string, Operation>;
