import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy";

it("lets no script run without the nonce, and nothing frame the app", () => {
  const policy = contentSecurityPolicy("abc", false);
  const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src "));
  expect(scripts).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
});

it("allows eval in development only", () => {
  expect(contentSecurityPolicy("abc", true)).toContain("'unsafe-eval'");
  expect(contentSecurityPolicy("abc", false)).not.toContain("'unsafe-eval'");
});
