"use client";
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { countedHits } from "./json-rows";

interface JsonSearchProps {
  /** of what: "output" */
  what: string;
  search: string;
  onSearch: (text: string) => void;
  hits: number;
  /** the position of the hit that is shown */
  current: number;
  onStep: (by: 1 | -1) => void;
}

export function JsonSearch({ what, search, onSearch, hits, current, onStep }: JsonSearchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that this runs in
    <div role="search" aria-label={`Search in the ${what}`} className="flex min-w-0 items-center gap-1">
      <label className="relative flex min-w-0 items-center">
        <span className="sr-only">Search in the {what}</span>
        <Search aria-hidden className="absolute left-2 size-3.5 text-ink-faint" />
        <input
          type="text"
          value={search}
          placeholder="Search"
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
            else if (event.key === "Escape" && search !== "") onSearch("");
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          className="h-6 w-28 min-w-0 rounded-md border bg-canvas pr-1.5 pl-7 text-xs text-ink placeholder:text-ink-faint focus-visible:outline-offset-0 any-pointer-coarse:text-lg sm:w-36"
        />
      </label>
      <span role="status" className="text-xs whitespace-nowrap text-ink-muted tabular-nums">
        {search === "" ? null : hits === 0 ? "None" : `${current + 1} of ${hits === countedHits ? `${hits}+` : hits}`}
      </span>
      {search !== "" && hits > 1 ? (
        <>
          <Button
            variant="ghost"
            size="small-icon"
            className="size-6"
            aria-label="Previous hit"
            onClick={() => onStep(-1)}
          >
            <ChevronUp aria-hidden />
          </Button>
          <Button variant="ghost" size="small-icon" className="size-6" aria-label="Next hit" onClick={() => onStep(1)}>
            <ChevronDown aria-hidden />
          </Button>
        </>
      ) : null}
    </div>
  );
}
