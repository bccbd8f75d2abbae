/**
 * Headers are not among this: src/server/answer-headers.ts sets them, on what Next does not answer, too.
 *
 * @type {import("next").NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `pnpm check` and CI: whoever starts the product has no use for a second look at them.
  typescript: { ignoreBuildErrors: true },
  // There are none to optimize, and so no route that reads and decodes for whoever asks.
  images: { unoptimized: true },
};

export default config;
