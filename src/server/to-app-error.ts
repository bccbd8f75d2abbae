import { ZodError } from "zod";
import { AppError, validationError } from "@/core/errors";
import { JsonError } from "@/core/json";
import { zodProblems } from "@/core/zod-problems";
import { isLostRace, isUnavailable } from "@/db/errors";

/** The error of the one table that stands for whatever was thrown; the original is its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return validationError("The input is not valid.", zodProblems(error.issues));
  if (error instanceof JsonError) return new AppError("invalid_json", error.message, null, { cause: error });
  if (isUnavailable(error) || isLostRace(error)) {
    return new AppError("unavailable", "The database does not answer. Try again shortly.", null, { cause: error });
  }
  return new AppError(
    "internal_error",
    "Something went wrong here. The log says more under the id of this request.",
    null,
    {
      cause: error,
    },
  );
}
