"use client";
import { useEffect } from "react";

/** Keeps the window's title at what the page shows, also when that is renamed after the server wrote the title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Workflow Engine`;
  }, [title]);
}
