import { AppError } from "@/core/errors";
import type { CallTarget } from "@/services/accounts/authorize";
import type { Door } from "../access/door";
import { toTrpcError } from "../to-trpc-error";

export interface GuardedCall {
  door: Door;
  name: string;
  target: CallTarget;
  signal: AbortSignal | undefined;
}

/** A stream goes on no longer than this after its session has ended, or its key was revoked. */
const intervalMs = 3_000;

/** A stream that ends when whoever opened it may no longer see it. */
export async function* whileAdmitted<Event>(
  { door, name, target, signal }: GuardedCall,
  open: (signal: AbortSignal) => AsyncGenerator<Event, void>,
): AsyncGenerator<Event, void> {
  const ended = new AbortController();
  let refusal: AppError | undefined;
  const timer = setInterval(() => {
    door.admitStill(name, target).catch((error: unknown) => {
      // A database that is away says nothing about a session.
      if (!(error instanceof AppError) || error.code === "unavailable") return;
      refusal = error;
      ended.abort();
    });
  }, intervalMs);
  try {
    yield* open(signal ? AbortSignal.any([signal, ended.signal]) : ended.signal);
    if (refusal) throw toTrpcError(refusal);
  } finally {
    clearInterval(timer);
  }
}
