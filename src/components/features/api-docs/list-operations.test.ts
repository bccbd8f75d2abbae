import { expect, it } from "vitest";
import type { ApiOperation } from "@/contracts/api-document";
import { matches, searchTextOf } from "./list-operations";

const operation: ApiOperation = {
  operationId: "retryRun",
  tags: ["Runs"],
  summary: "Retry a failed run",
  parameters: [],
  security: [],
  responses: {
    404: { $ref: "#/components/responses/NotFoundError" },
    409: {
      description: "",
      headers: {},
      content: { "application/json": { schema: {}, examples: { run_not_failed: { value: null } } } },
    },
  },
};

it("finds an operation by method, path, words, statuses and codes, all of them at once", () => {
  const text = searchTextOf({ method: "POST", path: "/api/runs/{id}/retry", operation });
  for (const query of ["retry", "POST  failed", "run_not_failed", "409 RETRY", "notfound", "/runs/", ""]) {
    expect(matches(text, query), query).toBe(true);
  }
  for (const query of ["retry 410", "cancel", "delete retry"]) expect(matches(text, query), query).toBe(false);
});
