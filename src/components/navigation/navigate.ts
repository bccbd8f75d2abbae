"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Where somebody wants to go: to a page of the app, or away by what `act` does, signing out for example. */
export type Leaving = { href: string } | { act: () => void };

/** Is told of it; true: it asks first, and goes there itself if the answer is yes. */
type NavigationGuard = (leaving: Leaving) => boolean;

const guards = new Set<NavigationGuard>();

export function guardNavigation(guard: NavigationGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether the page that is open holds something that would be lost. */
export function holdsUnsavedWork(): boolean {
  return guards.size > 0;
}

/** Does what ends the page that is open, unless it holds something that would be lost: then that is asked first. */
export function leaveBy(act: () => void): void {
  if (![...guards].some((guard) => guard({ act }))) act();
}

/** Goes to a page of the app, and asks first in the same case. */
export function useNavigate(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      if (![...guards].some((guard) => guard({ href }))) router.push(href);
    },
    [router],
  );
}
