import { z } from "zod";

const environment = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const service = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  restart: z.enum(["unless-stopped", "no"]),
  environment,
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(["service_healthy", "service_completed_successfully"]) }))
    .default({}),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.array(z.string()),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
        start_period: z.string(),
      }),
    ])
    .optional(),
});

/** What docker-compose.yml may hold: names that are not here are typing errors, or want a rule first. */
const composeSchema = z.object({
  services: z.strictObject({ database: service, migrate: service, web: service, worker: service }),
  networks: z.record(z.string(), z.null()),
  volumes: z.record(z.string(), z.null()),
});

export interface ComposeFacts {
  /** variables that the product knows */
  variables: readonly string[];
  shutdownSeconds: number;
  /** commands of the image, such as `dist/worker/index.mjs` */
  commands: readonly string[];
}

/** Everything that is wrong with a docker-compose.yml, in words. */
export function composeProblems(document: unknown, facts: ComposeFacts): string[] {
  const parsed = composeSchema.safeParse(document);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const { services, networks, volumes } = parsed.data;
  const problems: string[] = [];
  const rule = (good: boolean, problem: string): void => void (good || problems.push(problem));

  for (const [name, { ports, environment: values, ...rest }] of Object.entries(services)) {
    for (const port of ports) rule(port.startsWith("127.0.0.1:"), `${name}: port ${port} is open beyond this machine`);
    for (const key of rest.networks) rule(key in networks, `${name}: there is no network ${key}`);
    for (const volume of rest.volumes) {
      rule(
        volume.split(":")[0] !== undefined && (volume.split(":")[0] ?? "") in volumes,
        `${name}: volume ${volume} has no name`,
      );
    }
    for (const [key, value] of Object.entries(values)) {
      rule(!holdsSecret(key, String(value)), `${name}: ${key} holds a secret in plain text`);
      const known = key.startsWith("POSTGRES_") ? name === "database" : facts.variables.includes(key);
      rule(known, `${name}: nothing reads ${key}`);
    }
    for (const other of Object.keys(rest.depends_on))
      rule(other in services, `${name}: depends on ${other}, which is not there`);
    const [program, file] = rest.command ?? [];
    rule(
      rest.command === undefined || (program === "node" && facts.commands.includes(file ?? "")),
      `${name}: the image has no command ${rest.command?.join(" ")}`,
    );
  }

  const { database, migrate, web, worker } = services;
  rule(/^postgres:1[4-9]\b/.test(database.image), "database: wants PostgreSQL 14 or newer, with its version");
  rule(database.ports.length === 0, "database: is reachable from outside");
  rule(database.volumes.length > 0, "database: keeps its data nowhere");
  rule(database.healthcheck !== undefined && "test" in database.healthcheck, "database: nobody can wait for it");
  rule(migrate.restart === "no", "migrate: runs once");
  rule(migrate.depends_on.database?.condition === "service_healthy", "migrate: waits for a healthy database");
  for (const [name, { depends_on, restart, environment: values }] of Object.entries({ web, worker })) {
    const waits = depends_on.migrate?.condition === "service_completed_successfully";
    rule(waits, `${name}: starts only when the database is migrated`);
    rule(restart === "unless-stopped", `${name}: is started again`);
    rule(required(values.FERNET_KEY), `${name}: refuses to start without FERNET_KEY, and says why`);
  }
  rule(required(database.environment.POSTGRES_PASSWORD), "database: refuses to start without POSTGRES_PASSWORD");
  const grace = Number.parseInt(worker.stop_grace_period ?? "10", 10);
  rule(grace > facts.shutdownSeconds, `worker: is killed after ${grace} s, while it still drains`);
  rule(Number(worker.environment.WORKER_HEALTH_PORT) > 0, "worker: answers no health check");
  return problems;
}

/** A name that means a secret, with a value that is not handed in from outside. */
function holdsSecret(key: string, value: string): boolean {
  const outside = value.replaceAll(/\$\{[^}]*\}/g, "");
  if (/:\/\/[^/@]*:[^/@]+@/.test(outside)) return true;
  return /KEY|SECRET|TOKEN|PASSWORD/.test(key) && outside !== "";
}

function required(value: string | number | boolean | undefined): boolean {
  return /^\$\{[A-Z_]+:\?.*\}$/.test(String(value));
}
