import type { Operation } from "../operation";
import { accountOperations } from "./accounts";
import { deadLetterOperations } from "./dead-letters";
import { runViewOperations } from "./run-views";
import { runOperations } from "./runs";
import { secretOperations } from "./secrets";
import { sessionOperations } from "./sessions";
import { systemOperations } from "./system";
import { workflowOperations } from "./workflows";

/** Every operation of the REST API, by its id. A route that is not here does not pass the tests, nor one that is only here. */
export const operations = {
  ...workflowOperations,
  ...runOperations,
  ...deadLetterOperations,
  ...runViewOperations,
  ...secretOperations,
  ...accountOperations,
  ...sessionOperations,
  ...systemOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
