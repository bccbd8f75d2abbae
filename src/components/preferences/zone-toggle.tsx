"use client";
import { Segmented, type SegmentedOption } from "@/components/ui/segmented";
import type { Preferences } from "./preferences";
import { usePreference } from "./preferences-provider";

const options: readonly SegmentedOption<Preferences["zone"]>[] = [
  { value: "local", label: "Local" },
  { value: "UTC", label: "UTC" },
];

/** The zone in which exact times are written, everywhere. */
export function ZoneToggle() {
  const [zone, choose] = usePreference("zone");
  return <Segmented label="Time zone" options={options} value={zone} onValueChange={choose} />;
}
