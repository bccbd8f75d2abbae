import { existsSync, readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { environmentVariables, readSettings } from "@/env";
import { type ComposeFacts, composeProblems } from "./support/deployment-compose";
import { imageFacts, imageProblems, type SourceFacts } from "./support/deployment-image";
import { type RenderFacts, renderProblems } from "./support/deployment-render";
import { fromRoot } from "./support/paths";

const read = (name: string): string => readFileSync(fromRoot(name), "utf8");
const dockerfile = read("Dockerfile");
const compose = read("docker-compose.yml");
const blueprint = read("render.yaml");

const { commands, entries } = imageFacts(dockerfile);
const facts: ComposeFacts & RenderFacts = {
  variables: environmentVariables,
  shutdownSeconds: readSettings({}).WORKER_SHUTDOWN_TIMEOUT_SECONDS,
  commands,
  routes: ["/api/healthz", "/api/readyz"].filter((route) => existsSync(fromRoot(`src/app${route}/route.ts`))),
};
const sources: SourceFacts = {
  packageManager: (JSON.parse(read("package.json")) as { packageManager: string }).packageManager,
  nodeMajor: read(".nvmrc").trim(),
  inContext: (name) =>
    existsSync(fromRoot(name)) &&
    read(".dockerignore")
      .split("\n")
      .includes(`!${name.split("/")[0]}`),
};

/** The YAML with one thing changed; the change must be one, or a rule would be proven by nothing. */
function changed(text: string, from: string | RegExp, to: string): unknown {
  const after = text.replace(from, to);
  if (after === text) throw new Error(`${from} is not there to be changed.`);
  return parse(after, { merge: true });
}

describe("the Dockerfile", () => {
  it("has nothing wrong that a parser or our rules can see", () => {
    expect(validate(dockerfile).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(imageProblems(dockerfile, sources)).toEqual([]);
  });

  it("bundles worker and migrations", () => {
    expect(entries).toEqual(expect.arrayContaining(["worker/index.ts", "scripts/migrate.ts"]));
    expect(commands).toContain("dist/worker/index.mjs");
  });

  it.each([
    [/node:20-bookworm-slim$/m, "node:latest", "is not Node 20"],
    [/pnpm@\S+/, "pnpm@9.0.0", "pnpm@9.0.0 is not"],
    [" --frozen-lockfile", "", "lockfile does not say"],
    [/^USER node$/m, "", "run as root"],
    [/^USER node$/m, "USER root", "run as root"],
    [/^USER node$/m, "USER 0:0", "run as root"],
    [/^HEALTHCHECK .*\\\n.*$/m, "", "whether it works"],
    [/^CMD .*$/m, "CMD node server.js", "signals"],
    [/^CMD .*$/m, 'CMD ["pnpm", "start"]', "signals"],
    ["COPY prisma prisma", "COPY prisms prisms", "prisms is not in the context"],
    ["COPY prisma prisma", "COPY bench bench", "bench is not in the context"],
    ["scripts/migrate.ts", "scripts/migrat.ts", "scripts/migrat.ts is not there"],
    ["ENV NODE_ENV", "ENV FERNET_KEY=x NODE_ENV", "for all to read"],
  ])("could not have %s as %j", (from, to, problem) => {
    const bad = dockerfile.replace(from, to);
    expect(bad).not.toBe(dockerfile);
    expect(imageProblems(bad, sources).join("\n")).toContain(problem);
  });
});

describe("docker-compose.yml", () => {
  it("keeps the rules", () => {
    expect(composeProblems(parse(compose, { merge: true }), facts)).toEqual([]);
  });

  it.each([
    [/"127\.0\.0\.1:\$\{PORT:-3000\}:3000"/, '"3000:3000"', "open beyond this machine"],
    ["FERNET_KEY: ${FERNET_KEY:?", "FERNET_KEY: x${FERNET_KEY:?", "secret in plain text"],
    ["FERNET_KEY: ${FERNET_KEY:?", "FERNET_KEY: ${FERNET_KEY:-", "without FERNET_KEY"],
    [/workflow_engine:\$\{POSTGRES_PASSWORD[^}]*\}@/, "workflow_engine:hunter2@", "secret in plain text"],
    [/POSTGRES_PASSWORD: \$\{POSTGRES_PASSWORD:\?[^}]*\}/, "POSTGRES_PASSWORD: hunter2", "secret in plain text"],
    [
      "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?",
      "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-",
      "without POSTGRES_PASSWORD",
    ],
    ["    volumes:\n", '    ports: ["127.0.0.1:5432:5432"]\n    volumes:\n', "reachable from outside"],
    ["    volumes:\n      - database:/var/lib/postgresql\n", "", "keeps its data nowhere"],
    [/ {4}healthcheck:\n {6}# Over TCP[\s\S]*?start_period: 30s\n/, "", "nobody can wait for it"],
    ['WORKER_HEALTH_PORT: "3001"', 'WORKER_HEALTH_PORT: "0"', "answers no health check"],
    ["restart: unless-stopped\n  networks", 'restart: "no"\n  networks', "web: is started again"],
    ["      database:\n        condition", "      databases:\n        condition", "databases, which is not there"],
    ["LOG_LEVEL:", "LOGLEVEL:", "nothing reads LOGLEVEL"],
    ["dist/worker/index.mjs", "dist/worker.mjs", "the image has no command"],
    ["stop_grace_period: 35s", "stop_grace_period: 20s", "while it still drains"],
    ["condition: service_healthy", "condition: service_completed_successfully", "healthy database"],
    ["service_completed_successfully", "service_healthy", "when the database is migrated"],
    ['restart: "no"', "restart: unless-stopped", "runs once"],
    ["postgres:18", "postgres:latest", "with its version"],
    ["- database:/var", "- ./data:/var", "has no name"],
    ["    networks: [inner]", "    networks: [outer]", "there is no network outer"],
    ["restart: unless-stopped\n  networks", "restart: unles-stopped\n  networks", "services.web.restart"],
    ["cap_drop:", "cap_dropp:", "cap_dropp"],
  ])("could not have %s as %j", (from, to, problem) => {
    expect(composeProblems(changed(compose, from, to), facts).join("\n")).toContain(problem);
  });
});

describe("render.yaml", () => {
  it("keeps the rules", () => {
    expect(renderProblems(parse(blueprint), facts)).toEqual([]);
  });

  it.each([
    ["generateValue: true", "value: hunter2", "SESSION_SECRET holds a secret in plain text"],
    ["generateValue: true", "sync: true", "envVarGroups.0.envVars.1"],
    ["key: METRICS_TOKEN", "key: METRIC_TOKEN", "nothing reads METRIC_TOKEN"],
    ["fromGroup: workflow-engine-secrets", "fromGroup: secrets", "there is no group secrets"],
    ["          name: workflow-engine-db", "          name: db", "there is no database db"],
    ["envVarKey: APP_URL", "envVarKey: URL", "workflow-engine-web has no URL"],
    ["      - key: FERNET_KEY\n        sync: false\n", "", "workflow-engine-web: has no FERNET_KEY"],
    ["healthCheckPath: /api/readyz", "healthCheckPath: /readyz", "nothing answers /readyz"],
    ["node dist/scripts/migrate.mjs", "pnpm db:migrate", "the image has no command pnpm db:migrate"],
    ["node dist/worker/index.mjs", "node worker.mjs", "the image has no command node worker.mjs"],
    ["maxShutdownDelaySeconds: 40", "maxShutdownDelaySeconds: 20", "while it still drains"],
    ["maxShutdownDelaySeconds: 40", "maxShutdownDelaySeconds: 400", "maxShutdownDelaySeconds"],
    ["ipAllowList: []", "ipAllowList: [{ source: 0.0.0.0/0 }]", "ipAllowList"],
    ["runtime: docker", "runtime: node", "runtime"],
    ["healthCheckPath", "healthcheckPath", "healthcheckPath"],
  ])("could not have %s as %j", (from, to, problem) => {
    expect(renderProblems(changed(blueprint, from, to), facts).join("\n")).toContain(problem);
  });
});
