"use client";
import { useHydrated } from "@/components/time/clock";

/** What the key beside the space bar is called here; the server does not know and says Ctrl. */
export function useModifier(): "⌘" | "Ctrl" {
  return useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
}
