/** What every answer carries, pages, data, files and errors alike. The policy of pages has a nonce: src/proxy.ts. */
const always = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "no-referrer" },
  { key: "x-frame-options", value: "DENY" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  { key: "cross-origin-resource-policy", value: "same-origin" },
  { key: "permissions-policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/** Data is no document: opened as one, it runs and loads nothing. */
const data = [{ key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" }];

/** A browser believes this only over TLS, which ends at a proxy. */
const transport = [{ key: "strict-transport-security", value: "max-age=31536000" }];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `pnpm check` and CI: whoever starts the product has no use for a second look at them.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    { source: "/:path*", headers: always },
    { source: "/api/:path*", headers: data },
    { source: "/metrics", headers: data },
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
      headers: transport,
    },
  ],
};

export default config;
