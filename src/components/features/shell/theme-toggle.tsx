"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Tooltip } from "@/components/ui/tooltip";
import { applyTheme, type Theme, themes } from "./theme";

const looks: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: "As the system", icon: Monitor },
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
};

export function ThemeToggle({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const choose = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <RadioGroup
      aria-label="Theme"
      value={theme}
      onValueChange={choose}
      className="flex w-fit gap-0.5 rounded-md border bg-raised p-0.5"
    >
      {themes.map((value) => {
        const { label, icon: Icon } = looks[value];
        return (
          <Tooltip key={value} content={label}>
            <Radio.Root
              value={value}
              aria-label={label}
              className="grid size-6.5 cursor-pointer place-items-center rounded text-ink-faint hover:text-ink data-checked:bg-pressed data-checked:text-ink"
            >
              <Icon aria-hidden className="size-3.5" />
            </Radio.Root>
          </Tooltip>
        );
      })}
    </RadioGroup>
  );
}
