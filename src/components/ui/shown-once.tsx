"use client";
import { CopyButton } from "./copy-button";
import { inputStyles } from "./field";

/** A text that is shown this once: chosen as a whole by a click, and copied. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-1">
      <input
        readOnly
        aria-label={label}
        value={text}
        className={`${inputStyles} h-8 font-mono`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} label={`Copy: ${label}`} />
    </div>
  );
}
