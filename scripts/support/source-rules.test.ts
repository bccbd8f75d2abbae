import { describe, expect, it } from "vitest";
import { judgeSource } from "./source-rules";

const rulesOf = (file: string, text: string) => judgeSource(file, text).map(({ rule }) => rule);

describe("raw SQL", () => {
  it.each([
    "$queryRaw`select 1`",
    "$executeRaw`x`",
    "$queryRawUnsafe(sql)",
    "$executeRawUnsafe(sql)",
    "runStatement(db, sql)",
  ])("%s lives in engine/ and db/", (call) => {
    for (const file of ["src/services/runs/list-runs.ts", "src/server/rest.ts", "worker/loop.ts", "prisma/seed.ts"]) {
      expect(rulesOf(file, `await ${call}`)).toEqual(["raw-sql-at-home"]);
    }
    for (const file of ["src/engine/claim.ts", "src/db/json.ts", "tests/integration/claim.test.ts"]) {
      expect(rulesOf(file, `await ${call}`)).toEqual([]);
    }
  });
});

describe("the environment", () => {
  it.each(["process.env.PORT", "const { PORT } = process.env;", 'process.env["PORT"]'])(
    "%s is read by env.ts",
    (code) => {
      expect(rulesOf("src/server/rest.ts", code)).toEqual(["one-reader-of-the-environment"]);
      expect(rulesOf("worker/index.ts", code)).toEqual(["one-reader-of-the-environment"]);
      expect(rulesOf("src/env.ts", code)).toEqual([]);
      expect(rulesOf("scripts/start.ts", code)).toEqual([]);
    },
  );

  it("leaves Next's own two variables alone", () => {
    expect(rulesOf("src/instrumentation.ts", 'if (process.env.NEXT_RUNTIME === "nodejs") start();')).toEqual([]);
    expect(rulesOf("src/trpc/client.tsx", 'process.env.NODE_ENV === "development"')).toEqual([]);
    expect(rulesOf("src/trpc/client.tsx", "process.env.NODE_ENVIRONMENT")).toHaveLength(1);
  });
});

describe("files", () => {
  it("are split past 400 lines", () => {
    expect(rulesOf("src/core/a.ts", "x;\n".repeat(400))).toEqual([]);
    expect(rulesOf("src/core/a.ts", "x;\n".repeat(401))).toEqual(["short-files"]);
  });

  it("may talk about a rule in a comment", () => {
    expect(
      rulesOf("src/core/a.ts", "// process.env is not read here\n/**\n * $queryRaw\n */\nf(); // process.env"),
    ).toEqual([]);
  });
});
