import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "./server/content-security-policy";

/** Gives every page a content security policy with a nonce of its own; Next puts it on the scripts that it writes. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  return response;
}

export const config = {
  matcher: [
    {
      // Pages only: what is served under these names is no document that could run anything.
      source: "/((?!api/|api$|metrics$|_next/static/|_next/image|.*\\.(?:ico|svg|png|txt)$).*)",
      missing: [
        { type: "header", key: "next-router-prefetch" },
        { type: "header", key: "purpose", value: "prefetch" },
      ],
    },
  ],
};
