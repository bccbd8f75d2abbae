/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `pnpm check` and CI: whoever starts the product has no use for a second look at them.
  typescript: { ignoreBuildErrors: true },
};

export default config;
