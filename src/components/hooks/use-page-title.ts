"use client";
import { useLayoutEffect } from "react";

/** How often one title is set: the server's comes late once or twice. */
const mostTimes = 10;

/**
 * Keeps the window's title at what the page shows, also when that is renamed after the server read the name. The
 * server's title is streamed, and so may arrive after the page and even after a rename: when something of the document has
 * changed, the title is put back. A layout effect, for it must let go in the very commit in which the next page's title is
 * mounted; and in a task of its own, and a few times only: somebody else, an extension, may insist on a title, too.
 */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    // What the browser makes of it: it leaves out repeated spaces.
    let shown: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = mostTimes;
    const keep = () => {
      timer = undefined;
      if (document.title === shown || left-- <= 0) return;
      document.title = `${title} · Workflow Engine`;
      shown = document.title;
    };
    keep();
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(keep);
    });
    // All of it: a title that is streamed behind the page's first part may stand in the body.
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [title]);
}
