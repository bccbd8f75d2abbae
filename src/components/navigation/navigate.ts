"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Is told where somebody wants to go; true: it asks first, and goes there itself if the answer is yes. */
type NavigationGuard = (href: string) => boolean;

const guards = new Set<NavigationGuard>();

export function guardNavigation(guard: NavigationGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Goes to a page of the app, unless the one that is open holds something that would be lost: then that is asked first. */
export function useNavigate(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      if (![...guards].some((guard) => guard(href))) router.push(href);
    },
    [router],
  );
}
