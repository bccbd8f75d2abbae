"use client";
import { ArrowUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";

interface NewRunsHintProps {
  arrived: { count: number; more: boolean };
  onShow: () => void;
}

/** Says that there are new runs while the list keeps still; it takes no room of its own. */
export function NewRunsHint({ arrived: { count, more }, onShow }: NewRunsHintProps) {
  const text = `${count}${more ? " and more" : ""} new ${count === 1 && !more ? "run" : "runs"}`;
  const place = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="outline-none pointer-events-none sticky top-[calc(3.5rem+var(--notice))] z-20 flex h-0 justify-center md:top-[calc(0.75rem+var(--notice))]"
    >
      <span role="status" className="sr-only">
        {count > 0 ? text : null}
      </span>
      {count > 0 ? (
        <Button
          variant="primary"
          size="small"
          className="pointer-events-auto mt-1 rounded-full shadow-popup"
          onClick={() => {
            // The button goes; who came by the keyboard goes on from its place.
            place.current?.focus({ preventScroll: true });
            onShow();
          }}
        >
          <ArrowUp aria-hidden />
          Show {text}
        </Button>
      ) : null}
    </div>
  );
}
