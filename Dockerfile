# syntax=docker/dockerfile:1

# One image for all processes. docs/guide/deployment.md says how to run it.
#   web       the default command
#   worker    node dist/worker/index.mjs
#   commands  node dist/scripts/migrate.mjs (doctor.mjs, key-generate.mjs, keys-create.mjs, secrets-rotate.mjs,
#             users-password-link.mjs)

FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
RUN npm install --global pnpm@10.34.8
# What the install reads comes first, so that a change of sources does not repeat it.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml prisma.config.ts ./
COPY prisma/schema.prisma prisma/
COPY scripts/generate-client.mjs scripts/
RUN pnpm install --frozen-lockfile
COPY . .
# A server with just the files that it needs, traced by Next. The switch is Next's own for builds that must not change
# the configuration; should a later release not know it, there is nothing to copy below, and the build says so.
RUN mkdir -p public && NEXT_PRIVATE_STANDALONE=1 pnpm build
# Worker and commands: one file each, packages included. What migrate.mjs loads by its path lies beside them.
RUN node_modules/.bin/esbuild worker/index.ts scripts/migrate.ts scripts/doctor.ts scripts/key-generate.ts \
      scripts/keys-create.ts scripts/secrets-rotate.ts scripts/users-password-link.ts \
      --bundle --platform=node --target=node20 --format=esm --out-extension:.js=.mjs --outdir=dist --outbase=. \
      --minify-whitespace --minify-syntax --line-limit=120 \
      --banner:js='import { createRequire as bundleRequire } from "node:module"; globalThis.require = bundleRequire(import.meta.url);' \
  && cp package.json dist/ \
  && mkdir -p dist/node_modules/@prisma \
  && cp -RL node_modules/@prisma/schema-engine-wasm dist/node_modules/@prisma/

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static .next/static
COPY --from=build /app/dist dist
COPY --from=build /app/public public
COPY prisma prisma
# By it commands see that the client is that of prisma/schema.prisma, and generate none.
COPY --from=build /app/src/generated src/generated
# The files stay root's: the processes write nothing into the image, and could not.
USER node
EXPOSE 3000
# A worker answers where WORKER_HEALTH_PORT says, which the web app does not have; without it, turn this check off.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const worker = process.env.WORKER_HEALTH_PORT; fetch(worker ? `http://127.0.0.1:${worker}/readyz` : `http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, without a shell or a package runner: SIGTERM arrives where it is handled. Next's server listens where
# HOSTNAME says, which container runtimes set to the container's name; here HOST decides, as everywhere.
CMD ["node", "--import", "data:text/javascript,process.env.HOSTNAME=process.env.HOST", "server.js"]
