import { existsSync } from "node:fs";

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
  // What makes a later build quick takes a third of the time of a first one, which mostly is a checkout's only one: it is
  // kept from the second on.
  experimental: { turbopackFileSystemCacheForBuild: existsSync(new URL(".next/BUILD_ID", import.meta.url)) },
  // There are none to optimize, and so no route that reads and decodes for whoever asks.
  images: { unoptimized: true },
};

export default config;
