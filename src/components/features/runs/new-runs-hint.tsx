"use client";
import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";

interface NewRunsHintProps {
  arrived: { count: number; more: boolean };
  onShow: () => void;
}

/** Says that there are new runs while the list keeps still; it takes no room of its own. */
export function NewRunsHint({ arrived: { count, more }, onShow }: NewRunsHintProps) {
  const text = `${count}${more ? " and more" : ""} new ${count === 1 && !more ? "run" : "runs"}`;
  return (
    <div className="pointer-events-none sticky top-14 z-20 flex h-0 justify-center md:top-3">
      <span role="status" className="sr-only">
        {count > 0 ? text : null}
      </span>
      {count > 0 ? (
        <Button
          variant="primary"
          size="small"
          className="pointer-events-auto mt-1 rounded-full shadow-popup"
          onClick={onShow}
        >
          <ArrowUp aria-hidden />
          Show {text}
        </Button>
      ) : null}
    </div>
  );
}
