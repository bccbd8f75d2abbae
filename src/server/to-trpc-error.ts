import { TRPCError } from "@trpc/server";
import { type AppError, errorCodes } from "@/core/errors";

/** An error of the one table as tRPC carries it. */
export function toTrpcError(error: AppError): TRPCError {
  return new TRPCError({ code: errorCodes[error.code].trpc, message: error.message, cause: error });
}
