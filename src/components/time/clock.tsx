"use client";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

const ServerNow = createContext(0);

/**
 * Hands the time at which the server rendered to the first render in the browser, so that both write the same words;
 * from then on the browser's own clock counts.
 */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  return <ServerNow.Provider value={now}>{children}</ServerNow.Provider>;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One tick a second for everything that shows a time. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** A text that depends on the time; renders again only when the text changes. */
export function useTimeText(write: (now: number) => string): string {
  const serverNow = useContext(ServerNow);
  return useSyncExternalStore(
    subscribe,
    () => write(Date.now()),
    () => write(serverNow),
  );
}

const never = () => () => undefined;

/** False on the server and in the first render in the browser: what only the browser knows (its zone) comes after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The current second, for what changes with time while something is under way; 0 once `isRunning` is false. */
export function useCurrentSecond(isRunning: boolean): number {
  const serverNow = useContext(ServerNow);
  return useSyncExternalStore(
    isRunning ? subscribe : never,
    () => (isRunning ? wholeSecond(Date.now()) : 0),
    () => (isRunning ? wholeSecond(serverNow) : 0),
  );
}

function wholeSecond(time: number): number {
  return Math.floor(time / 1_000) * 1_000;
}
