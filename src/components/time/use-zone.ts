"use client";
import { usePreference } from "@/components/preferences/preferences-provider";
import { useHydrated } from "./clock";
import type { Zone } from "./format-time";

/** The zone to write times in; undefined is the reader's own, which the server does not know and writes in UTC. */
export function useZone(): Zone {
  const [zone] = usePreference("zone");
  const isHydrated = useHydrated();
  return zone === "UTC" || !isHydrated ? "UTC" : undefined;
}
