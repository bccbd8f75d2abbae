"use client";
import { useLayoutEffect } from "react";

/**
 * Keeps the window's title at what the page shows, also when that is renamed after the server read the name. The
 * server's title is streamed, and so may arrive after the page and even after a rename: whenever the head changes the
 * title is put back. A layout effect, for it must let go in the very commit in which the next page's title is mounted.
 */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    const wanted = `${title} · Workflow Engine`;
    const keep = () => {
      if (document.title !== wanted) document.title = wanted;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}
