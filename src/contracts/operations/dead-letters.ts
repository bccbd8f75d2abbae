import { changedRunPage } from "../change-runs";
import {
  deadLetterGroupPage,
  deadLetterPage,
  listDeadLetterGroupsInput,
  listDeadLettersInput,
  retryDeadLettersInput,
} from "../dead-letters";
import type { Operation } from "../operation";
import {
  exampleChangedRunPage,
  exampleDeadLetterGroupPage,
  exampleDeadLetterPage,
  exampleErrorKey,
  exampleIds,
} from "./examples";

const needs = ["caller", "database"] as const;

export const deadLetterOperations = {
  listDeadLetters: {
    method: "GET",
    path: "/api/dead-letters",
    tag: "Runs",
    summary: "List dead steps",
    description: "The dead-letter queue, the latest first. `status` is that of the run.",
    needs,
    query: listDeadLettersInput,
    answers: { 200: { description: "A page of dead steps.", schema: deadLetterPage, example: exampleDeadLetterPage } },
    errors: ["not_found"],
    procedure: "deadLetters.list",
  },
  listDeadLetterGroups: {
    method: "GET",
    path: "/api/dead-letters/groups",
    tag: "Runs",
    summary: "List groups of dead steps",
    description:
      "Dead steps of one workflow, node and kind of error make a group; the group of the latest death comes first. All pages tell of the time until the first of them was asked for.",
    needs,
    query: listDeadLetterGroupsInput,
    answers: {
      200: { description: "A page of groups.", schema: deadLetterGroupPage, example: exampleDeadLetterGroupPage },
    },
    errors: ["not_found"],
    procedure: "deadLetters.groups",
  },
  retryDeadLetters: {
    method: "POST",
    path: "/api/dead-letters/retry",
    tag: "Runs",
    summary: "Retry a group of dead steps",
    description:
      "Retries the runs of the group's steps, a batch of `limit` steps at a time, the latest death first: while there is a `next_cursor`, send the same again with it as `cursor`. A retry is the run's, so its other dead steps are tried again too. The answer tells of each run what became of it.",
    needs,
    body: {
      kind: "json",
      schema: retryDeadLettersInput,
      examples: {
        group: {
          summary: "A group, as the list of groups names it",
          value: { workflow_id: exampleIds.active, node_id: "notify", error_key: exampleErrorKey, limit: 100 },
        },
      },
    },
    answers: {
      200: { description: "What became of each run.", schema: changedRunPage, example: exampleChangedRunPage },
    },
    errors: ["not_found", "validation_error"],
    procedure: "deadLetters.retry",
  },
} as const satisfies Record<string, Operation>;
