import { transformer } from "@/contracts/transformer";
import { AppError } from "@/core/errors";

/**
 * The shared transformer as the server uses it: an input that is JSON but not in superjson's form is the client's
 * mistake, whatever superjson says when it trips over it.
 */
export const serverTransformer = {
  input: { serialize: transformer.serialize, deserialize: readInput },
  output: transformer,
};

/** @throws AppError `invalid_json` */
function readInput(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("json" in value)) throw notSuperjson();
  try {
    // It was parsed from JSON and has a `json`; what `meta` holds is checked as it is applied.
    return transformer.deserialize(value as Parameters<typeof transformer.deserialize>[0]);
  } catch (error) {
    throw notSuperjson(error);
  }
}

function notSuperjson(cause?: unknown): AppError {
  return new AppError(
    "invalid_json",
    'The input is not in the form that superjson writes: { "json": …, "meta"?: … }. Call with the typed client, or over REST.',
    null,
    { cause },
  );
}
