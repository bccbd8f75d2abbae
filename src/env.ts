import { createEnv } from "@t3-oss/env-nextjs";
import { z } from "zod";

/** A value that is missing or malformed. The message names each variable and says what to do; it holds no secret. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";

  constructor(readonly problems: readonly { variable: string; message: string }[]) {
    super(
      [
        "Workflow Engine cannot start with this environment:",
        ...problems.map(({ variable, message }) => `  ${variable} ${message}`),
        "Every variable is explained in .env.example.",
      ].join("\n"),
    );
    // Whoever lets it through to Node's own report gets these words and no stack.
    this.stack = this.message;
  }
}

interface WholeNumber {
  initial: number;
  minimum: number;
  maximum: number;
}

function wholeNumber({ initial, minimum, maximum }: WholeNumber) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message))
    .default(initial);
}

/** The numbers that a worker takes, from the environment or, with the same bounds, as flags of `pnpm worker`. */
export const workerNumbers = {
  WORKER_CONCURRENCY: { flag: "concurrency", initial: 20, minimum: 1, maximum: 1_000 },
  WORKER_BATCH_SIZE: { flag: "batch-size", initial: 250, minimum: 1, maximum: 1_000 },
  WORKER_POLL_INTERVAL_MS: { flag: "poll-interval-ms", initial: 1_000, minimum: 10, maximum: 60_000 },
  WORKER_LEASE_SECONDS: { flag: "lease-seconds", initial: 10, minimum: 1, maximum: 3_600 },
  WORKER_SHUTDOWN_TIMEOUT_SECONDS: { flag: "shutdown-timeout-seconds", initial: 25, minimum: 0, maximum: 3_600 },
  WORKER_HEALTH_PORT: { flag: "health-port", initial: 0, minimum: 0, maximum: 65_535 },
} as const satisfies Record<string, WholeNumber & { flag: string }>;

const postgresUrl = z
  .string()
  .refine(
    (value) => isUrl(value, ["postgres:", "postgresql:"]),
    "must look like postgresql://user:password@host:5432/database",
  );

const httpUrl = z
  .string()
  .refine((value) => isUrl(value, ["http:", "https:"]), "must look like https://workflows.example.com")
  .transform((value) => value.replace(/\/+$/, ""));

const fernetKeys = z
  .string()
  .transform(splitList)
  .refine(
    (keys) => keys.length > 0 && keys.every((key) => /^[A-Za-z0-9_-]{43}=?$/.test(key)),
    "must hold keys of 32 bytes in base64url, separated by commas (pnpm key:generate prints one)",
  );

/** At most what fits a header and a log's redaction, at least what nobody guesses. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{16,512}$/, "must have 16 to 512 characters, printable ASCII without spaces");

const allowedHosts = z
  .string()
  .transform((value) => splitList(value.toLowerCase()))
  .refine(
    (hosts) => hosts.every((host) => /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/.test(host)),
    "must hold hosts or host:port pairs, separated by commas (an IPv6 address in brackets)",
  )
  .default([]);

const oneOf = <const Value extends string>(values: readonly Value[], initial: NoInfer<Value>) =>
  z.enum(values, `must be one of ${values.join(", ")}`).default(initial);

/** Every variable that the product reads, in the order of .env.example. */
const variables = {
  DATABASE_URL: postgresUrl.optional(),
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLER: oneOf(["none", "transaction"], "none"),
  DATA_DIR: z.string().default(".data"),
  PORT: wholeNumber({ initial: 3000, minimum: 1, maximum: 65_535 }),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]+$/, "must be an address to listen on, such as 127.0.0.1 or 0.0.0.0")
    .default("127.0.0.1"),
  APP_URL: httpUrl.optional(),
  TRUSTED_PROXIES: wholeNumber({ initial: 0, minimum: 0, maximum: 10 }),
  AUTH_MODE: oneOf(["local", "accounts", "open"], "local"),
  FERNET_KEY: fernetKeys.optional(),
  HTTP_ALLOW_HOSTS: allowedHosts,
  MAX_PAYLOAD_BYTES: wholeNumber({ initial: 1_000_000, minimum: 1, maximum: 100_000_000 }),
  HTTP_HOST_CONCURRENCY: wholeNumber({ initial: 0, minimum: 0, maximum: 1_000 }),
  RATE_LIMIT_PER_MINUTE: wholeNumber({ initial: 3_000, minimum: 0, maximum: 10_000_000 }),
  RETENTION_DAYS: wholeNumber({ initial: 30, minimum: 0, maximum: 36_500 }),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  ADMIN_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
  WORKER_CONCURRENCY: wholeNumber(workerNumbers.WORKER_CONCURRENCY),
  WORKER_BATCH_SIZE: wholeNumber(workerNumbers.WORKER_BATCH_SIZE),
  WORKER_POLL_INTERVAL_MS: wholeNumber(workerNumbers.WORKER_POLL_INTERVAL_MS),
  WORKER_LEASE_SECONDS: wholeNumber(workerNumbers.WORKER_LEASE_SECONDS),
  WORKER_SHUTDOWN_TIMEOUT_SECONDS: wholeNumber(workerNumbers.WORKER_SHUTDOWN_TIMEOUT_SECONDS),
  WORKER_HEALTH_PORT: wholeNumber(workerNumbers.WORKER_HEALTH_PORT),
  WORKER_ONCE: oneOf(["true", "false"], "false").transform((value) => value === "true"),
  METRICS_TOKEN: token.optional(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
};

export type EnvironmentVariable = keyof typeof variables;
export const environmentVariables = Object.keys(variables) as EnvironmentVariable[];

/** What one variable alone cannot say: rules between them, and defaults made of others. */
const settingsSchema = z
  .object(variables)
  .superRefine(({ DATABASE_POOLER, DIRECT_DATABASE_URL }, context) => {
    if (DATABASE_POOLER !== "transaction" || DIRECT_DATABASE_URL) return;
    context.addIssue({
      code: "custom",
      path: ["DIRECT_DATABASE_URL"],
      message:
        "is missing. With DATABASE_POOLER=transaction set it to the database itself: migrations and LISTEN need it",
    });
  })
  .transform((values) => ({ ...values, APP_URL: values.APP_URL ?? defaultAppUrl(values) }));

export type Settings = z.output<typeof settingsSchema>;

type Source = Readonly<Record<string, string | undefined>>;

/**
 * The settings as the commands in scripts/ read them: the database and its key may be missing, because a command can
 * bring an embedded database with a key of its own. Everything else is complete.
 */
export function readSettings(source: Source): Settings {
  return createEnv({
    server: variables,
    client: {},
    runtimeEnv: Object.fromEntries(environmentVariables.map((name) => [name, source[name]])) as Record<
      EnvironmentVariable,
      string | undefined
    >,
    emptyStringAsUndefined: true,
    createFinalSchema: () => settingsSchema,
    onValidationError: (issues) => {
      throw new EnvironmentError(
        issues.map(({ path, message }) => ({ variable: String(path?.[0] ?? "environment"), message: `${message}.` })),
      );
    },
  });
}

export type Env = Omit<Settings, "DATABASE_URL" | "DIRECT_DATABASE_URL" | "FERNET_KEY"> & {
  DATABASE_URL: string;
  /** the database itself; the same as DATABASE_URL unless that one goes through a pooler */
  DIRECT_DATABASE_URL: string;
  FERNET_KEY: string[];
};

/** The settings of a process that serves or works: web and worker. */
export function readEnv(source: Source): Env {
  const settings = readSettings(source);
  const { DATABASE_URL, FERNET_KEY } = settings;
  if (!DATABASE_URL) {
    throw new EnvironmentError([
      {
        variable: "DATABASE_URL",
        message: "is missing. Set it, or use pnpm start, pnpm dev or pnpm worker, which bring a database with them.",
      },
    ]);
  }
  if (!FERNET_KEY) throw new EnvironmentError([missingKey]);
  return { ...settings, DATABASE_URL, DIRECT_DATABASE_URL: settings.DIRECT_DATABASE_URL ?? DATABASE_URL, FERNET_KEY };
}

/** Why a database of the user's own needs a key of the user's own: losing it would lose every secret in there. */
export const missingKey = {
  variable: "FERNET_KEY",
  message: "is missing; it encrypts the secrets in your database. Run pnpm key:generate and keep what it prints.",
};

/**
 * What a web server with accounts needs to know: what signs the cookies, and the first admin whole or not at all.
 *
 * @throws EnvironmentError
 */
export function requireAccountSettings(
  settings: Pick<Settings, "AUTH_MODE" | "SESSION_SECRET" | "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
): void {
  if (settings.AUTH_MODE !== "accounts") return;
  const problems: { variable: string; message: string }[] = [];
  if (!settings.SESSION_SECRET)
    problems.push({
      variable: "SESSION_SECRET",
      message:
        "is missing; with AUTH_MODE=accounts it signs the cookies. Set it to 32 random characters or more, the same in all " +
        "web processes (pnpm key:generate prints some).",
    });
  for (const [variable, other] of [
    ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
    ["ADMIN_PASSWORD", "ADMIN_EMAIL"],
  ] as const) {
    if (!settings[variable] && settings[other])
      problems.push({ variable, message: `is missing; together with ${other} it makes the first admin.` });
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
}

/**
 * A web server that other machines can reach must ask who is there.
 *
 * @throws EnvironmentError
 */
export function requireSafeAccess({ AUTH_MODE, HOST, PORT }: Pick<Settings, "AUTH_MODE" | "HOST" | "PORT">): void {
  if (AUTH_MODE !== "local" || isLoopbackHost(HOST)) return;
  throw new EnvironmentError([
    {
      variable: "HOST",
      message:
        `is ${HOST}, where other machines reach it, and AUTH_MODE=local serves this machine only. Leave HOST at 127.0.0.1, ` +
        `or set AUTH_MODE=accounts, so that people sign in. If something in front of it asks who is there, such as a proxy ` +
        `with sign-in or a VPN, AUTH_MODE=open will do: it lets whoever reaches port ${PORT} do everything.`,
    },
  ]);
}

/** Whether what listens there is reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|::1|127\.\d+\.\d+\.\d+)$/i.test(host);
}

let cached: Env | undefined;

/** The environment of this process, read at the first call: a build may import this file without having any of it. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** For the places where a process begins: says in plain words what is wrong, and ends it. */
export function envOrExit(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Where people and the app's own workflows reach it, when it listens on every address: this machine. */
function defaultAppUrl({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
