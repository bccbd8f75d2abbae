"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Identity } from "@/contracts/accounts";
import type { PolicyName } from "@/contracts/policy";
import { trpc } from "@/trpc/client";
import { refusalOf } from "./refusal-of";

const Context = createContext<Identity | undefined>(undefined);

/** How long what is known of who sits here is good enough; asked again when somebody comes back to the window. */
const freshMs = 30_000;

/** Hands down who asks, and what they may do, as the server knows it. */
export function IdentityProvider({ identity, children }: { identity: Identity; children: ReactNode }) {
  const { data } = trpc.session.get.useQuery(undefined, {
    initialData: identity,
    staleTime: freshMs,
    enabled: identity.mode === "accounts",
  });
  return <Context.Provider value={data}>{children}</Context.Provider>;
}

export function useIdentity(): Identity {
  const identity = useContext(Context);
  if (!identity) throw new Error("This part belongs into an IdentityProvider.");
  return identity;
}

/**
 * Why whoever sits here may not call a procedure, in words for them; undefined: they may. What it says is for people; the
 * server asks again, and its answer counts.
 */
export function useRefusal(procedure: PolicyName): string | undefined {
  return refusalOf(useIdentity(), procedure);
}
