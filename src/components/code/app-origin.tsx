"use client";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const ServerOrigin = createContext("");

/** Hands down how the request that rendered the page addressed this app. */
export function AppOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <ServerOrigin.Provider value={origin}>{children}</ServerOrigin.Provider>;
}

const never = () => () => undefined;

/** Where this app is reached from where the reader sits: the beginning of every address that they can copy. */
export function useAppOrigin(): string {
  const serverOrigin = useContext(ServerOrigin);
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => serverOrigin,
  );
}
