import { z } from "zod";

const key = z.string().regex(/^[A-Z][A-Z0-9_]*$/);

/** Each variable has exactly one source. */
const plainVariable = z.union([
  z.strictObject({ key, value: z.string() }),
  z.strictObject({ key, generateValue: z.literal(true) }),
]);
const placeholder = z.strictObject({ key, sync: z.literal(false) });
const serviceVariable = z.union([
  plainVariable,
  placeholder,
  z.strictObject({ fromGroup: z.string() }),
  z.strictObject({ key, fromDatabase: z.strictObject({ name: z.string(), property: z.literal("connectionString") }) }),
  z.strictObject({
    key,
    fromService: z.strictObject({ type: z.literal("web"), name: z.string(), envVarKey: z.string() }),
  }),
]);

const name = z.string().regex(/^[a-z][a-z0-9-]*$/);
const shared = { name, runtime: z.literal("docker"), plan: z.string(), dockerfilePath: z.literal("./Dockerfile") };
const webService = z.strictObject({
  type: z.literal("web"),
  ...shared,
  preDeployCommand: z.string(),
  healthCheckPath: z.string().startsWith("/"),
  envVars: z.array(serviceVariable),
});
const workerService = z.strictObject({
  type: z.literal("worker"),
  ...shared,
  dockerCommand: z.string(),
  maxShutdownDelaySeconds: z.number().int().min(1).max(300),
  envVars: z.array(serviceVariable),
});

/**
 * What render.yaml may hold, after the Blueprint specification; names that are not here are typing errors, or want a
 * rule first. A placeholder in a group is filled in by hand, in the dashboard.
 */
const renderSchema = z.strictObject({
  databases: z.tuple([
    z.strictObject({
      name,
      plan: z.string(),
      postgresMajorVersion: z.enum(["14", "15", "16", "17", "18"]),
      ipAllowList: z.array(z.never(), "the database is for the services only"),
    }),
  ]),
  envVarGroups: z.array(z.strictObject({ name, envVars: z.array(z.union([plainVariable, placeholder])) })),
  services: z.tuple([webService, workerService]),
});

export interface RenderFacts {
  variables: readonly string[];
  shutdownSeconds: number;
  /** commands of the image, such as `dist/worker/index.mjs` */
  commands: readonly string[];
  /** paths that answer */
  routes: readonly string[];
}

/** Everything that is wrong with a render.yaml, in words. */
export function renderProblems(document: unknown, facts: RenderFacts): string[] {
  const parsed = renderSchema.safeParse(document);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const { databases, envVarGroups, services } = parsed.data;
  const [web, worker] = services;
  const problems: string[] = [];
  const rule = (good: boolean, problem: string): void => void (good || problems.push(problem));

  const groups = new Map(envVarGroups.map((group) => [group.name, group.envVars.map((variable) => variable.key)]));
  for (const { name: service, envVars } of [...envVarGroups, ...services]) {
    for (const variable of envVars) {
      if ("fromGroup" in variable) {
        rule(groups.has(variable.fromGroup), `${service}: there is no group ${variable.fromGroup}`);
        continue;
      }
      rule(facts.variables.includes(variable.key), `${service}: nothing reads ${variable.key}`);
      const secret = /KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL/.test(variable.key);
      rule(!(secret && "value" in variable), `${service}: ${variable.key} holds a secret in plain text`);
      if ("fromDatabase" in variable) {
        const known = databases.some((database) => database.name === variable.fromDatabase.name);
        rule(known, `${service}: there is no database ${variable.fromDatabase.name}`);
      }
      if ("fromService" in variable) {
        const { name: other, envVarKey } = variable.fromService;
        const defines = web.envVars.some((defined) => "key" in defined && defined.key === envVarKey);
        rule(other === web.name && defines, `${service}: ${other} has no ${envVarKey}`);
      }
    }
  }

  for (const { name: service, envVars } of services) {
    const keys = envVars.flatMap((variable) =>
      "key" in variable ? [variable.key] : (groups.get(variable.fromGroup) ?? []),
    );
    for (const needed of ["DATABASE_URL", "FERNET_KEY"]) rule(keys.includes(needed), `${service}: has no ${needed}`);
  }
  rule(isCommand(web.preDeployCommand, facts), `web: the image has no command ${web.preDeployCommand}`);
  rule(isCommand(worker.dockerCommand, facts), `worker: the image has no command ${worker.dockerCommand}`);
  rule(facts.routes.includes(web.healthCheckPath), `web: nothing answers ${web.healthCheckPath}`);
  rule(
    worker.maxShutdownDelaySeconds > facts.shutdownSeconds,
    `worker: is killed after ${worker.maxShutdownDelaySeconds} s, while it still drains`,
  );
  return problems;
}

function isCommand(command: string, { commands }: RenderFacts): boolean {
  return command.startsWith("node ") && commands.includes(command.slice("node ".length));
}
