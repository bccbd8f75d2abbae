"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";
import { notifyError } from "./toast";
import { Tooltip } from "./tooltip";

/** Copies a text; the icon confirms it. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch (error) {
      notifyError("The text could not be copied", error);
    }
  };
  return (
    <Tooltip content={copied ? "Copied" : label}>
      <Button variant="ghost" size="small-icon" aria-label={label} className={className} onClick={() => void copy()}>
        {copied ? <Check aria-hidden className="text-success-ink" /> : <Copy aria-hidden />}
      </Button>
    </Tooltip>
  );
}

/** The clipboard exists only where the page came over https or from this machine. */
export async function copyText(text: string): Promise<void> {
  if (!("clipboard" in navigator)) {
    throw new Error("This browser allows copying only on pages that came over https. Select the text and copy it.");
  }
  await navigator.clipboard.writeText(text);
}
