"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { Segmented, type SegmentedOption } from "@/components/ui/segmented";
import type { Preferences } from "./preferences";
import { usePreference } from "./preferences-provider";

export const themeOptions = [
  { value: "system", label: "As the system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const satisfies readonly SegmentedOption<Preferences["theme"]>[];

export function ThemeToggle({ vertical = false }: { vertical?: boolean }) {
  const [theme, choose] = usePreference("theme");
  return <Segmented label="Theme" options={themeOptions} value={theme} onValueChange={choose} vertical={vertical} />;
}
