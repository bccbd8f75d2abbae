import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { runChild } from "../../../scripts/support/children";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { threeSteps } from "../lab/graphs";
import { quantile } from "../lab/takeover";

/** What later releases will do to these tables: add, and never rebuild. */
const additions = [
  "ALTER TABLE step_execution ADD COLUMN later_number integer NOT NULL DEFAULT 0",
  "ALTER TABLE run ADD COLUMN later_text text",
  "CREATE INDEX later_index ON step_execution (node_id)",
  "ALTER TYPE step_status ADD VALUE 'later'",
  "ALTER TABLE step_execution ADD CONSTRAINT later_check CHECK (later_number >= 0) NOT VALID",
  "ALTER TABLE step_execution VALIDATE CONSTRAINT later_check",
  "ALTER TABLE worker ADD COLUMN later_flag boolean NOT NULL DEFAULT false",
];

export const migrations: ChaosCase = {
  title: "the tables are changed, and pnpm db:migrate is run several times at once, while workers work",
  async run(lab) {
    const product = await lab.product({ databaseUrl: await lab.database(), sink: { latencyMs: 200 } });
    const { driver, fleet, sink, databaseUrl } = product;
    await fleet.startMany(2);
    const workflow = await driver.createWorkflow("Migrations", threeSteps(sink));
    const load = driver.triggerMany(lab.pick(100, 3_000), [workflow], 4);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const took: number[] = [];
    for (const statement of additions) {
      await pause(lab.pick(100, 2_000));
      const began = performance.now();
      await client.query(statement);
      took.push(performance.now() - began);
    }
    await client.end();
    const codes = await Promise.all([migrate(databaseUrl), migrate(databaseUrl)]);
    await load;
    await product.settle();
    const unexpected = codes.filter((code) => code !== 0).map((code) => `migrating ended with ${code}`);
    const figures = {
      statements: additions.length,
      slowest_ms: Math.round(
        quantile(
          took.sort((a, b) => a - b),
          1,
        ),
      ),
    };
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};

function migrate(url: string): Promise<number> {
  const args = ["--import", "tsx", "scripts/support/apply-migrations.ts"];
  const env = { ...process.env, DATABASE_URL: url };
  return runChild({ name: "migrations", args, env, onLine: () => undefined }, new AbortController().signal);
}
