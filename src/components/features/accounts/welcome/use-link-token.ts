"use client";
import { useEffect, useState } from "react";

/**
 * What stands behind the # of the page's address; null: nothing; undefined: not read yet. Once it is kept here, it is taken
 * out of the address bar, so that it lands in no history, no bookmark and no picture of the screen.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => {
      const { hash, pathname, search } = window.location;
      const found = decodeURIComponent(hash.slice(1));
      setToken((known) => (found === "" ? (known ?? null) : found));
      if (found !== "") window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    };
    read();
    // Another link that is opened in the same window changes only this part of the address.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return token;
}
