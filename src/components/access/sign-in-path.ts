/** A page of this app that somebody is led back to: a path of our own, whatever was asked for. */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/")) return "/";
  // As a browser reads it: with backslashes for slashes, and without tabs and line ends.
  const { origin, pathname, search, hash } = parse(wanted) ?? {};
  if (origin !== base || pathname === undefined || pathname.startsWith("//")) return "/";
  if (/^\/(sign-in|welcome|api)(\/|$)/.test(pathname)) return "/";
  return `${pathname}${search}${hash}`;
}

/** No host has this name. */
const base = "http://own.invalid";

function parse(path: string): URL | undefined {
  try {
    return new URL(path, base);
  } catch {
    return undefined;
  }
}

/**
 * The way to sign in and come back.
 *
 * @param ended whether there was a session, which has ended
 */
export function signInPath(next: string | null | undefined, { ended }: { ended: boolean }): string {
  const query = new URLSearchParams();
  const path = ownPath(next);
  if (path !== "/") query.set("next", path);
  if (ended) query.set("ended", "1");
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}
