import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { workerNumbers } from "@/env";
import { generateKey } from "@/vault/keyring";
import { type CheckoutCopy, copyCheckout } from "../support/checkout-copy";

vi.setConfig({ testTimeout: 60_000 });

/** What the commands say before they do anything. */
let copy: CheckoutCopy;
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), "commands-")), "data");
const clean = { DATABASE_URL: "", FERNET_KEY: "", DATA_DIR: dataDir };
beforeAll(() => {
  copy = copyCheckout();
});
afterAll(() => {
  copy.remove();
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
});

describe("a malformed environment", () => {
  it.each(["start", "dev", "worker", "seed", "migrate"])(
    "stops %s with the variable's name, and no stack trace",
    async (script) => {
      const { code, output } = await copy.run(script, [], { ...clean, PORT: "80a", LOG_LEVEL: "loud" });
      expect(code).toBe(1);
      expect(output).toBe(
        [
          "Workflow Engine cannot start with this environment:",
          "  PORT must be a whole number from 1 to 65535.",
          "  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.",
          "Every variable is explained in .env.example.\n",
        ].join("\n"),
      );
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it.each(["start", "worker", "seed"])(
    "is one without FERNET_KEY, for %s on a database of the user's own",
    async (script) => {
      const { code, output } = await copy.run(script, [], {
        ...clean,
        DATABASE_URL: "postgresql://a:hunter2@127.0.0.1:1/a",
      });
      expect(code).toBe(1);
      expect(output).toContain("FERNET_KEY is missing");
      expect(output).toContain("pnpm key:generate");
      expect(output).not.toContain("hunter2");
    },
  );

  it("may come from .env, over which the environment wins", async () => {
    writeFileSync(path.join(copy.directory, ".env"), "PORT=80a\n");
    const fromFile = await copy.run("start", [], { ...clean, PORT: undefined });
    expect(fromFile).toMatchObject({ code: 1, output: expect.stringContaining("PORT must be") });
    const fromBoth = await copy.run("start", [], { ...clean, PORT: "3000", LOG_LEVEL: "loud" });
    expect(fromBoth.output).toContain("LOG_LEVEL must be");
    expect(fromBoth.output).not.toContain("PORT must be");
    rmSync(path.join(copy.directory, ".env"));
  });
});

describe("an address that other machines reach", () => {
  it.each([
    ["start", "0.0.0.0"],
    ["dev", "::"],
    ["start", "192.0.2.7"],
    ["dev", "workflows.example"],
  ])("stops %s on %s, and the message says how to allow it", async (script, host) => {
    const { code, output } = await copy.run(script, [], { ...clean, HOST: host, PORT: "4321", AUTH_MODE: undefined });
    expect(code).toBe(1);
    expect(output).toBe(
      [
        "Workflow Engine cannot start with this environment:",
        `  HOST is ${host}, where other machines reach it, and AUTH_MODE=local serves this machine only. Leave HOST at 127.0.0.1, or set AUTH_MODE=accounts, so that people sign in. If something in front of it asks who is there, such as a proxy with sign-in or a VPN, AUTH_MODE=open will do: it lets whoever reaches port 4321 do everything.`,
        "Every variable is explained in .env.example.\n",
      ].join("\n"),
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("a database that does not answer", () => {
  it("is named without its password", async () => {
    const env = { ...clean, DATABASE_URL: "postgresql://a:hunter2@127.0.0.1:1/a", FERNET_KEY: generateKey() };
    const { code, output } = await copy.run("start", [], env);
    expect(code).toBe(1);
    expect(output).toBe("The database does not answer: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.\n");
  });
});

describe("the database client", () => {
  const ensure = () =>
    promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "-e", 'import("./scripts/support/prisma-client.ts").then((it) => it.ensurePrismaClient())'],
      { cwd: copy.directory },
    );
  const client = () => path.join(copy.directory, "src/generated/prisma/client.ts");
  const generatedAt = () => statSync(client()).mtimeMs;

  it("is made anew when the schema changed or it is not whole, and else left to those who read it", async () => {
    const schema = path.join(copy.directory, "prisma/schema.prisma");
    // A layout that is not Prisma's own, which is what it would compare with.
    writeFileSync(schema, `${readFileSync(schema, "utf8")}\nmodel   Odd   {\n id Int    @id\n}\n`);
    const before = generatedAt();
    await ensure();
    const first = generatedAt();
    expect(first).toBeGreaterThan(before);
    expect(existsSync(path.join(copy.directory, "src/generated/prisma/models/Odd.ts"))).toBe(true);
    await ensure();
    expect(generatedAt()).toBe(first);

    rmSync(path.join(copy.directory, "src/generated/schema.prisma"));
    await ensure();
    expect(generatedAt()).toBeGreaterThan(first);
  });
});

describe("pnpm key:generate", () => {
  it("prints one new key that FERNET_KEY takes", async () => {
    const first = await copy.run("key-generate");
    const second = await copy.run("key-generate");
    expect(first.output).toMatch(/^[A-Za-z0-9_-]{43}=\n$/);
    expect(second.output).not.toBe(first.output);
  });
});

describe("pnpm worker --help", () => {
  it("explains every flag, and starts no database", async () => {
    const untouched = path.join(path.dirname(dataDir), "untouched");
    const { code, output } = await copy.run("worker", ["--help"], { ...clean, DATA_DIR: untouched });
    expect(code).toBe(0);
    const numbers = Object.entries(workerNumbers).map(([variable, { flag }]) => [`--${flag} N`, `(${variable})`]);
    for (const [flag = "", twin = ""] of [...numbers, ["--once", "(WORKER_ONCE=true)"]]) {
      const line = output.split("\n").find((text) => text.trim().startsWith(flag));
      expect(line, flag).toContain(twin);
    }
    expect(existsSync(untouched)).toBe(false);
  });
});
