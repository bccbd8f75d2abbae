/**
 * What a page may load and run: its own origin, and inline scripts and style elements that carry the nonce. Style
 * attributes are allowed, for they run nothing. Development also needs eval (error overlays) and style elements without
 * a nonce.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  const script = development ? "'unsafe-eval'" : "";
  const style = development ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' ${script}`.trim(),
    `style-src 'self' ${style}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
