import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  EnvironmentError,
  environmentVariables,
  readEnv,
  readSettings,
  requireAccountSettings,
  requireSafeAccess,
} from "./env";

const key = "cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=";
const database = { DATABASE_URL: "postgresql://app:secret@db.example.com/app", FERNET_KEY: key };

function problemsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof EnvironmentError)
      return error.problems.map(({ variable, message }) => `${variable} ${message}`);
    throw error;
  }
  return [];
}

describe(".env.example", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  const assignments = lines.flatMap((line) => {
    const [, unset, name, value] = /^(# )?([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name ? [{ name, value: unset ? undefined : value }] : [];
  });

  it("names every variable of the schema, and no other", () => {
    expect(assignments.map(({ name }) => name).sort()).toEqual([...environmentVariables].sort());
  });

  it("shows the defaults", () => {
    const example = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
    expect(readSettings(example)).toEqual(readSettings({}));
  });

  it("explains each variable above it", () => {
    for (const [index, line] of lines.entries()) {
      if (/^(# )?[A-Z][A-Z_]+=/.test(line)) {
        expect(
          lines.slice(Math.max(0, index - 4), index).some((above) => /^# [A-Za-z(]/.test(above)),
          line,
        ).toBe(true);
      }
    }
  });
});

describe("settings", () => {
  it("need nothing", () => {
    expect(readSettings({})).toMatchObject({
      DATABASE_URL: undefined,
      DATA_DIR: ".data",
      PORT: 3000,
      HOST: "127.0.0.1",
      APP_URL: "http://127.0.0.1:3000",
      AUTH_MODE: "local",
      HTTP_ALLOW_HOSTS: [],
      WORKER_CONCURRENCY: 20,
    });
  });

  it("take an empty value for none", () => {
    expect(readSettings({ PORT: "", APP_URL: "", FERNET_KEY: "" })).toEqual(readSettings({}));
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1:8080"],
    ["0.0.0.0", "http://127.0.0.1:8080"],
    ["::", "http://127.0.0.1:8080"],
    ["::1", "http://[::1]:8080"],
    ["workflows.lan", "http://workflows.lan:8080"],
  ])("make the app's address of HOST %s and PORT", (HOST, expected) => {
    expect(readSettings({ HOST, PORT: "8080" }).APP_URL).toBe(expected);
  });

  it("read lists", () => {
    const settings = readSettings({
      HTTP_ALLOW_HOSTS: " Localhost:8080, 10.0.0.5,[::1]:9 ,",
      FERNET_KEY: `${key}, ${key}`,
    });
    expect(settings.HTTP_ALLOW_HOSTS).toEqual(["localhost:8080", "10.0.0.5", "[::1]:9"]);
    expect(settings.FERNET_KEY).toEqual([key, key]);
  });

  it.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3000x"],
    ["PORT", "1e3"],
    ["PORT", "-1"],
    ["HOST", "http://localhost"],
    ["APP_URL", "workflows.example.com"],
    ["APP_URL", "ftp://example.com"],
    ["DATABASE_URL", "mysql://localhost/app"],
    ["DATABASE_URL", "localhost"],
    ["DATABASE_POOLER", "session"],
    ["AUTH_MODE", "none"],
    ["FERNET_KEY", "short"],
    ["FERNET_KEY", `${key},short`],
    ["FERNET_KEY", ","],
    ["HTTP_ALLOW_HOSTS", "http://localhost"],
    ["HTTP_ALLOW_HOSTS", "a b"],
    ["WORKER_LEASE_SECONDS", "0"],
    ["WORKER_CONCURRENCY", "1.5"],
    ["WORKER_ONCE", "yes"],
    ["LOG_LEVEL", "loud"],
    ["ADMIN_EMAIL", "nobody"],
    ["ADMIN_PASSWORD", "short"],
    ["SESSION_SECRET", "short"],
    ["METRICS_TOKEN", "short"],
    ["METRICS_TOKEN", "holds a space and so fits no header"],
    ["MAX_PAYLOAD_BYTES", "1MB"],
    ["TRUSTED_PROXIES", "all"],
    ["RATE_LIMIT_PER_MINUTE", "-1"],
  ])("refuse %s=%s by name", (name, value) => {
    const problems = problemsOf(() => readSettings({ [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });

  it("name every problem at once", () => {
    const problems = problemsOf(() => readSettings({ PORT: "x", LOG_LEVEL: "x", WORKER_BATCH_SIZE: "x" }));
    expect(problems.map((problem) => problem.split(" ")[0]).sort()).toEqual(["LOG_LEVEL", "PORT", "WORKER_BATCH_SIZE"]);
  });

  it("need the database itself beside a pooler", () => {
    expect(problemsOf(() => readSettings({ DATABASE_POOLER: "transaction" }))[0]).toMatch(
      /^DIRECT_DATABASE_URL is missing/,
    );
    expect(
      readSettings({ DATABASE_POOLER: "transaction", DIRECT_DATABASE_URL: database.DATABASE_URL }).DATABASE_POOLER,
    ).toBe("transaction");
  });
});

describe("the environment of a process", () => {
  it("needs a database and a key", () => {
    expect(problemsOf(() => readEnv({}))[0]).toMatch(/^DATABASE_URL is missing/);
    expect(problemsOf(() => readEnv({ DATABASE_URL: database.DATABASE_URL }))[0]).toMatch(
      /^FERNET_KEY is missing.*key:generate/,
    );
    expect(readEnv(database)).toMatchObject({
      ...database,
      FERNET_KEY: [key],
      DIRECT_DATABASE_URL: database.DATABASE_URL,
    });
  });

  it("keeps secrets out of its messages", () => {
    const secrets = { DATABASE_URL: "mysql://u:hunter2@h/d", FERNET_KEY: "hunter2", ADMIN_PASSWORD: "hunter2" };
    const problems = problemsOf(() => readEnv(secrets));
    expect(problems).toHaveLength(3);
    expect(problems.join("\n")).not.toContain("hunter2");
  });

  it("says so without a stack trace", () => {
    const error = new EnvironmentError([{ variable: "PORT", message: "is odd." }]);
    expect(error.stack).toBe(error.message);
    expect(error.message).toContain("PORT is odd.");
  });
});

describe("access", () => {
  it.each(["127.0.0.1", "127.8.9.10", "localhost", "LOCALHOST", "::1"])("on %s needs nobody to be asked", (HOST) => {
    expect(problemsOf(() => requireSafeAccess(readSettings({ HOST })))).toEqual([]);
  });

  it.each(["0.0.0.0", "::", "192.168.1.5", "workflows.lan", "127.0.0.1.example", "localhost.example"])(
    "on %s is refused, saying how to allow it, unless it is open on purpose",
    (HOST) => {
      const [problem = "", ...more] = problemsOf(() => requireSafeAccess(readSettings({ HOST })));
      expect(more).toEqual([]);
      expect(problem).toMatch(/^HOST is .*AUTH_MODE=local.*AUTH_MODE=accounts.*AUTH_MODE=open/);
      for (const AUTH_MODE of ["open", "accounts"])
        expect(problemsOf(() => requireSafeAccess(readSettings({ HOST, AUTH_MODE })))).toEqual([]);
    },
  );
});

describe("accounts", () => {
  const problems = (source: Record<string, string>) =>
    problemsOf(() => requireAccountSettings(readSettings({ AUTH_MODE: "accounts", ...source })));
  const SESSION_SECRET = "x".repeat(32);

  it("need what signs the cookies, and the first admin whole or not at all", () => {
    expect(problems({ SESSION_SECRET })).toEqual([]);
    expect(problems({})).toEqual([expect.stringMatching(/^SESSION_SECRET is missing.*key:generate/)]);
    const admin = { ADMIN_EMAIL: "ada@example.org", ADMIN_PASSWORD: "correct horse battery" };
    expect(problems({ SESSION_SECRET, ...admin })).toEqual([]);
    expect(problems({ SESSION_SECRET, ADMIN_EMAIL: admin.ADMIN_EMAIL })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD is missing/),
    ]);
    expect(problems({ SESSION_SECRET, ADMIN_PASSWORD: admin.ADMIN_PASSWORD })).toEqual([
      expect.stringMatching(/^ADMIN_EMAIL is missing/),
    ]);
  });

  it("need nothing where there are none", () => {
    expect(problemsOf(() => requireAccountSettings(readSettings({ ADMIN_EMAIL: "ada@example.org" })))).toEqual([]);
  });
});
