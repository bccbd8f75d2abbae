import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "./support/paths";

const badEnv = 'import "@/core/pure";\nimport "pino";\nimport "node:fs";';

/** What a deliberately bad file imports, and the one rule that must catch it. */
const bad: { file: string; code: string; rule: string }[] = [
  { file: "src/core/bad-db.ts", code: 'import "@/db/client";', rule: "core-imports" },
  { file: "src/core/bad-relative.ts", code: 'import "../db/client";', rule: "core-imports" },
  {
    file: "src/core/bad-type.ts",
    code: 'import type { Db } from "@/db/client";\nexport type X = Db;',
    rule: "core-imports",
  },
  { file: "src/core/bad-dynamic.ts", code: 'await import("@/db/client");', rule: "core-imports" },
  { file: "src/core/bad-export.ts", code: 'export * from "@/db/client";', rule: "core-imports" },
  { file: "src/core/bad-react.ts", code: 'import "react";', rule: "core-packages" },
  { file: "src/core/bad-node.ts", code: 'import "node:crypto";', rule: "core-builtins" },
  { file: "src/contracts/bad-services.ts", code: 'import "@/services/use";', rule: "contracts-imports" },
  { file: "src/contracts/bad-package.ts", code: 'import "pino";', rule: "contracts-packages" },
  { file: "src/contracts/bad-node.ts", code: 'import "node:fs";', rule: "contracts-builtins" },
  { file: "src/vault/bad-core.ts", code: 'import "@/core/pure";', rule: "vault-imports" },
  { file: "src/vault/bad-package.ts", code: 'import "zod";', rule: "vault-packages" },
  { file: "src/vault/bad-node.ts", code: 'import "node:fs";', rule: "vault-builtins" },
  { file: "src/nodes/bad-db.ts", code: 'import "@/db/client";', rule: "nodes-imports" },
  { file: "src/nodes/bad-env.ts", code: 'import "@/env";', rule: "nodes-imports" },
  { file: "src/db/bad-engine.ts", code: 'import "@/engine/claim";', rule: "db-imports" },
  { file: "src/engine/bad-services.ts", code: 'import "@/services/use";', rule: "engine-imports" },
  {
    file: "src/engine/bad-vault.ts",
    code: 'import type { V } from "@/vault/keyring";\nexport type X = V;',
    rule: "engine-imports",
  },
  { file: "src/engine/bad-nodes.ts", code: 'import "@/nodes/registry";', rule: "engine-imports" },
  { file: "src/services/bad-server.ts", code: 'import "@/server/rest";', rule: "services-imports" },
  {
    file: "src/services/bad-vault.ts",
    code: 'import { v } from "@/vault/keyring";\nexport const x = v;',
    rule: "services-types-only",
  },
  { file: "src/server/bad-components.ts", code: 'import "@/components/part";', rule: "server-imports" },
  { file: "src/server/bad-trpc.ts", code: 'import "@/trpc/client";', rule: "server-imports" },
  {
    file: "src/trpc/bad-server.ts",
    code: 'import { r } from "@/server/rest";\nexport const x = r;',
    rule: "trpc-types-only",
  },
  { file: "src/trpc/bad-db.ts", code: 'import "@/db/client";', rule: "trpc-imports" },
  { file: "src/trpc/bad-node.ts", code: 'import "node:fs";', rule: "trpc-builtins" },
  { file: "src/trpc/server.ts", code: 'import "@/services/use";', rule: "trpc-server-imports" },
  { file: "src/components/bad-server.ts", code: 'import "@/server/rest";', rule: "components-imports" },
  { file: "src/components/bad-generated.ts", code: 'import "@/generated/prisma/client";', rule: "components-imports" },
  { file: "src/components/bad-package.ts", code: 'import "pg";', rule: "components-packages" },
  { file: "src/components/bad-node.ts", code: 'import "node:fs";', rule: "components-builtins" },
  { file: "src/app/bad-services.ts", code: 'import "@/services/use";', rule: "app-imports" },
  { file: "src/app/bad-package.ts", code: 'import "@prisma/client";', rule: "app-packages" },
  { file: "src/app/page.tsx", code: 'import "@/services/use";', rule: "pages-through-trpc" },
  { file: "src/app/runs/[id]/page.tsx", code: 'import "@/server/rest";', rule: "pages-through-trpc" },
  // Beside the routes, which may call services.
  { file: "src/app/api/docs/page.tsx", code: 'import "@/services/use";', rule: "pages-through-trpc" },
  { file: "src/app/api/bad-db.ts", code: 'import "@/db/client";', rule: "app-api-imports" },
  { file: "src/app/api/bad-package.ts", code: 'import "undici";', rule: "app-api-packages" },
  { file: "worker/bad-services.ts", code: 'import "@/services/use";', rule: "worker-imports" },
  { file: "src/env.ts", code: badEnv, rule: "env-imports" },
  { file: "src/env.ts", code: badEnv, rule: "env-packages" },
  { file: "src/env.ts", code: badEnv, rule: "env-builtins" },
  { file: "src/proxy.ts", code: 'import "@/services/use";', rule: "entry-imports" },
  { file: "prisma/seed.ts", code: 'import "@/server/rest";', rule: "commands-imports" },
  { file: "scripts/bad-worker.ts", code: 'import "../worker/loop";', rule: "commands-imports" },
  { file: "src/server/bad-app.ts", code: 'import "@/app/home/page";', rule: "nothing-imports-app-or-worker" },
  { file: "src/server/bad-worker.ts", code: 'import "../../worker/loop";', rule: "nothing-imports-app-or-worker" },
  { file: "src/server/bad-test.ts", code: 'import "../../tests/support/help";', rule: "nothing-imports-tests" },
  { file: "src/core/circle-a.ts", code: 'import "./circle-b";', rule: "no-circular" },
  { file: "src/server/bad-dev.ts", code: 'import "vitest";', rule: "no-dev-packages" },
  { file: "src/core/bad-name.ts", code: 'import "./nowhere";', rule: "not-resolvable" },
];

/** Where those point to, and imports that are right. None of them may be reported. */
const good: Record<string, string> = {
  "src/core/pure.ts": 'import "zod";',
  "src/core/pure.test.ts": 'import "vitest";\nimport "@/db/client";\nimport "node:fs";',
  "src/core/circle-b.ts": 'import "./circle-a";',
  "src/contracts/runs.ts": 'import "@/core/pure";\nimport "superjson";',
  "src/vault/keyring.ts": 'import "node:crypto";\nexport type V = 1;\nexport const v = 1;',
  "src/nodes/registry.ts": 'import "@/core/pure";\nimport "undici";\nimport "node:net";',
  "src/generated/prisma/client.ts": "export {};",
  "src/db/client.ts": 'import "@/generated/prisma/client";\nimport "@/core/pure";\nimport "pg";\nexport type Db = 1;',
  "src/engine/claim.ts": 'import "@/db/client";\nimport "@/core/pure";',
  "src/services/use.ts": 'import "@/engine/claim";\nimport type { V } from "@/vault/keyring";\nexport type X = V;',
  "src/server/rest.ts":
    'import "@/services/use";\nimport "@/vault/keyring";\nimport "@/nodes/registry";\nexport type R = 1;\nexport const r = 1;',
  "src/trpc/client.ts": 'import type { R } from "@/server/rest";\nexport type X = R;',
  "src/components/part.ts": 'import "@/trpc/client";\nimport "@/contracts/runs";\nimport "react";',
  "src/app/metrics/route.ts": 'import "@/components/part";\nimport "@/server/rest";\nimport "@/trpc/client";',
  "src/app/home/page.tsx": 'import "@/components/part";\nimport "@/trpc/server";',
  "src/app/api/route.ts": 'import "@/server/rest";\nimport "@/services/use";',
  "worker/loop.ts": 'import "@/engine/claim";\nimport "@/nodes/registry";\nimport "@/vault/keyring";',
  "scripts/doctor.ts": 'import "@/services/use";\nimport "@/vault/keyring";\nimport "node:fs";',
  "tests/support/help.ts": 'import "../../worker/loop";\nimport "@/app/home/page";',
};

interface Violation {
  from: string;
  rule: { name: string };
}

describe("import rules", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "import-rules-"));
  let violations: Violation[] = [];
  let rules: string[] = [];

  beforeAll(async () => {
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"]) {
      cpSync(fromRoot(name), path.join(directory, name));
    }
    symlinkSync(fromRoot("node_modules"), path.join(directory, "node_modules"));
    const files = { ...good, ...Object.fromEntries(bad.map(({ file, code }) => [file, code])) };
    for (const [name, code] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      writeFileSync(path.join(directory, name), code);
    }
    const config = createRequire(import.meta.url)(fromRoot(".dependency-cruiser.cjs")) as {
      forbidden: { name: string }[];
    };
    rules = config.forbidden.map(({ name }) => name);
    const roots = ["src", "worker", "scripts", "prisma", "tests"];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fromRoot("node_modules/dependency-cruiser/bin/dependency-cruise.mjs"), ...roots, "--output-type", "json"],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
    ).catch((failure: { stdout: string }) => failure);
    violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
  }, 60_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each(bad)("$rule catches $file", ({ file, rule }) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  it("leave right imports alone", () => {
    const inCircle = "src/core/circle-b.ts";
    expect(violations.filter(({ from }) => from in good && from !== inCircle)).toEqual([]);
  });

  it("each have a bad example here", () => {
    expect(rules.filter((name) => !bad.some(({ rule }) => rule === name))).toEqual([]);
  });
});
