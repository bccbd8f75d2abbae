/**
 * Back and Forward within the app are told by `popstate`, after the fact and to listeners in the order in which they came.
 * This one is installed with the first script of every page, before the router's own, so that a page can keep the router
 * from following.
 */
type Gate = (event: PopStateEvent) => void;

let gate: Gate | undefined;

if (typeof window !== "undefined") window.addEventListener("popstate", (event) => gate?.(event));

/** @returns a function that takes the gate away again */
export function guardTraversals(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = undefined;
  };
}
