import type { TRPCLink } from "@trpc/client";
import { tap } from "@trpc/server/observable";
import type { AppRouter } from "@/server/routers";

/** `unauthorized`: nobody is signed in any more · `forbidden`: they may do less than the page believed */
export type Refusal = "unauthorized" | "forbidden";
type Listener = (refusal: Refusal) => void;

const listeners = new Set<Listener>();

export function onRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells of every call and every stream that is refused for who asks, wherever in the page it was made. */
export const refusalLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        error({ data }) {
          const code = data?.appCode;
          if (code === "unauthorized" || code === "forbidden") for (const listener of listeners) listener(code);
        },
      }),
    );
