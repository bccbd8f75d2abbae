"use client";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { guardNavigation, type Leaving } from "./navigate";
import { guardTraversals } from "./traversal-gate";

type Destination = Leaving | "history";

/** Keeps a page's unsaved edits from being lost when it is left: by a link or a command, Back, Forward, reload or closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  const router = useRouter();
  const [destination, setDestination] = useState<Destination>();
  const isLeaving = useRef(false);
  const ask = useEffectEvent(setDestination);

  useEffect(() => {
    if (!isDirty) return;
    isLeaving.current = false;
    const here = { state: window.history.state, url: window.location.href };

    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    // Links are caught on their way down, before the router's own handler.
    const onClick = (event: MouseEvent) => {
      const href = linkTarget(event);
      if (href === undefined || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask({ href });
    };
    // The address has changed already when this is told. The router, which would follow, does not get to hear of it, and
    // this page's entry is put back on top, so that a second Back asks again.
    const onPopState = (event: PopStateEvent) => {
      if (isLeaving.current) return;
      event.stopImmediatePropagation();
      window.history.pushState(here.state, "", here.url);
      ask("history");
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("click", onClick, { capture: true });
    const openGate = guardTraversals(onPopState);
    const openWay = guardNavigation((leaving) => {
      if (isLeaving.current) return false;
      ask(leaving);
      return true;
    });
    return () => {
      openGate();
      openWay();
      window.removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isDirty]);

  return {
    isAsking: destination !== undefined,
    stay: () => setDestination(undefined),
    leave: () => {
      isLeaving.current = true;
      setDestination(undefined);
      if (destination === undefined) return;
      if (destination === "history") window.history.back();
      else if ("href" in destination) router.push(destination.href);
      else destination.act();
    },
  };
}

/** Where a click would lead within the app; undefined when it leaves the page as it is, or opens another tab. */
function linkTarget(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return undefined;
  const url = new URL(link.href, window.location.href);
  // Another site is left to beforeunload.
  if (url.origin !== window.location.origin) return undefined;
  const isSamePage = url.pathname === window.location.pathname && url.search === window.location.search;
  return isSamePage ? undefined : `${url.pathname}${url.search}${url.hash}`;
}
