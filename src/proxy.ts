import { type NextRequest, NextResponse } from "next/server";
import { pathHeader } from "./server/access/path-header";
import { refusePage } from "./server/access/refuse-page";
import { contentSecurityPolicy } from "./server/content-security-policy";

/**
 * Serves pages to those only who may see them, and gives every page a content security policy with a nonce of its own;
 * Next puts it on the scripts that it writes.
 */
export function proxy(request: NextRequest): NextResponse {
  const refusal = refusePage(request.headers);
  if (refusal !== undefined) {
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    return new NextResponse(`${refusal}\n`, { status: 403, headers });
  }
  const headers = new Headers(request.headers);
  // Told to pages, which lead back here after a sign-in; what a client sends under this name is replaced.
  const { pathname, searchParams } = request.nextUrl;
  searchParams.delete("_rsc");
  headers.set(pathHeader, searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
  // Loaded ahead of a click, it becomes a part of a page that has its policy already.
  if (headers.has("next-router-prefetch") || headers.get("purpose") === "prefetch") {
    return NextResponse.next({ request: { headers } });
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  // Pages only: what is served under these names is no document that could run anything.
  matcher: ["/((?!api/|api$|metrics$|_next/static/|(?:favicon\\.ico|icon\\.svg|apple-icon\\.png)$).*)"],
};
