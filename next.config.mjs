/** Data is no document: opened as one, it runs and loads nothing. What every answer carries: src/server/answer-headers.ts. */
const data = [{ key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" }];

/** A browser believes this only over TLS, which ends at a proxy. */
const transport = [{ key: "strict-transport-security", value: "max-age=31536000" }];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `pnpm check` and CI: whoever starts the product has no use for a second look at them.
  typescript: { ignoreBuildErrors: true },
  // There are none to optimize, and so no route that reads and decodes for whoever asks.
  images: { unoptimized: true },
  headers: async () => [
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
