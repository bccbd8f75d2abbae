import { initTRPC, type TRPCError } from "@trpc/server";
import { AppError, type ErrorCode, type ErrorDetails, errorCodes } from "@/core/errors";
import type { CallTarget } from "@/services/accounts/authorize";
import type { Door } from "./access/door";
import { toAppError } from "./to-app-error";
import { toTrpcError } from "./to-trpc-error";
import { serverTransformer } from "./trpc-transformer";

/** What comes with each request. */
export interface TrpcContext {
  requestId: string;
  /** asked by each procedure, so that a refusal is told like any other error */
  door: Door;
  /** why the request could not be read, told by each procedure, too */
  failure?: AppError | undefined;
}

/** What clients find in an error's `data`. */
interface ErrorData {
  code: string;
  httpStatus: number;
  path?: string;
  /** one of the codes of core/errors.ts */
  appCode: ErrorCode;
  details: ErrorDetails;
  requestId: string | null;
}

const trpc = initTRPC.context<TrpcContext>().create({
  transformer: serverTransformer,
  // Stack traces are for the log only.
  isDev: false,
  // A page that hears nothing for this long, no ping either, takes its stream for dead and asks for another one.
  sse: { ping: { enabled: true, intervalMs: 5_000 }, client: { reconnectAfterInactivityMs: 12_000 } },
  errorFormatter({ shape, error, ctx }) {
    const { code, message, details } = appErrorOf(error);
    const data: ErrorData = {
      ...shape.data,
      httpStatus: errorCodes[code].status,
      appCode: code,
      details,
      requestId: ctx?.requestId ?? null,
    };
    return { ...shape, message, data };
  },
});

export const router = trpc.router;
export const createCallerFactory = trpc.createCallerFactory;

const withMappedErrors = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  throw toTrpcError(appErrorOf(result.error));
});

/** Nobody gets further without the one table of rights, by the procedure's own path; what was done is recorded by it. */
const admitted = trpc.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  if (ctx.failure) throw ctx.failure;
  const { services, caller, succeeded } = await ctx.door.admit(path, targetOf(await getRawInput()));
  const result = await next({ ctx: { services, caller } });
  if (result.ok && type === "mutation") await succeeded(result.data);
  return result;
});

/** Every procedure: whatever is thrown becomes an error of the one table, with its HTTP status. */
export const procedure = trpc.procedure.use(withMappedErrors).use(admitted);

/** What an input says the call is about; it has not been checked yet. */
export function targetOf(input: unknown): CallTarget {
  return typeof input === "object" && input !== null ? input : {};
}

/** tRPC's own refusals: a body that is not JSON, an unknown procedure, a wrong method. */
const ownCodes: Partial<Record<TRPCError["code"], ErrorCode>> = {
  PARSE_ERROR: "invalid_json",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  PAYLOAD_TOO_LARGE: "payload_too_large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
};

/** The error of the one table that a tRPC error stands for. */
export function appErrorOf(error: TRPCError): AppError {
  const own = ownCodes[error.code];
  if (own && !(error.cause instanceof AppError)) return new AppError(own, error.message, null, { cause: error });
  // An input that does not fit comes as BAD_REQUEST with the parser's ZodError as its cause.
  if (error.code === "BAD_REQUEST" && error.cause === undefined)
    return new AppError("validation_error", error.message, []);
  return toAppError(error.cause ?? error);
}
