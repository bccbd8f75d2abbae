import { randomUUID } from "node:crypto";
import type pg from "pg";

/** Steps that wait when a measurement begins; each that is finished enqueues another, so that it stays so many. */
const depth = 5_000;

/** What PostgreSQL can do at most, in one shape of table: claim a batch, finish it and enqueue what follows, no more. */
export interface LimitShape {
  name: string;
  setUp(client: pg.Client): Promise<void>;
  /** @returns how many steps went through */
  round(client: pg.Client, batch: number): Promise<number>;
}

/** The narrowest table that could be a queue: one partial index, no keys to others. */
export const narrowTable: LimitShape = {
  name: "narrow table",
  async setUp(client) {
    await client.query(`
      create table narrow_step (
        id bigint generated always as identity primary key, run_number bigint not null, position int not null,
        state smallint not null default 0, attempt smallint not null default 0, due_at timestamptz not null default now(),
        started_at timestamptz, finished_at timestamptz, input json, output json);
      create index narrow_step_ready on narrow_step (due_at, id) where state = 0;`);
    await client.query(
      `insert into narrow_step (run_number, position, input) select number, 1, '{"amount": 50}' from generate_series(1, ${depth}) as number`,
    );
  },
  async round(client, batch) {
    const { rows } = await client.query<{ id: string; run_number: string; position: number }>({
      name: "narrow-claim",
      text: `update narrow_step as step set state = 1, attempt = step.attempt + 1, started_at = now()
        where id = any(array(
          select id from narrow_step where state = 0 order by due_at, id limit $1 for no key update skip locked))
        returning id, run_number, position`,
      values: [batch],
    });
    await client.query({
      name: "narrow-finish",
      text: `with finished as (
          update narrow_step as step set state = 2, output = '{"result": false}', finished_at = now()
          from unnest($1::bigint[]) as done(id) where step.id = done.id)
        insert into narrow_step (run_number, position, input)
        select run_number, position + 1, '{"amount": 50}' from unnest($2::bigint[], $3::int[]) as next(run_number, position)`,
      values: [rows.map(({ id }) => id), rows.map((row) => row.run_number), rows.map(({ position }) => position)],
    });
    return rows.length;
  },
};

const workflowId = randomUUID();
const versionId = randomUUID();

const insertWorkflow = `
  with workflow as (insert into workflow (id, name, status, actor) values ('${workflowId}', 'limit', 'active', 'bench'))
  insert into workflow_version (id, workflow_id, number, definition, actor, published_at)
  values ('${versionId}', '${workflowId}', 1, '{"nodes": [], "edges": []}', 'bench', now())`;

const insertRuns = `
  with started as (
    insert into run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps)
    select gen_random_uuid(), '${workflowId}', '${versionId}', 'pending', '{"amount": 50}', 'api', 'bench', 1
    from generate_series(1, $1::int) returning id)
  insert into step_execution (run_id, workflow_id, node_id, node_type, status, max_attempts, dedup_key)
  select id, '${workflowId}', 'node_1', 'condition', 'pending', 3, 'run-' || id || ':node-node_1' from started`;

const claimSteps = `
  update step_execution as step set status = 'running', attempt = step.attempt + 1, claim_number = step.claim_number + 1,
    lease_expires_at = now() + interval '10 s', started_at = now()
  where id = any(array(
    select id from step_execution where status = 'pending' and next_retry_at <= now()
    order by next_retry_at limit $1 for no key update skip locked))
  returning id, run_id, node_id`;

const finishSteps = `
  with finished as (
    update step_execution as step set status = 'succeeded', output = '{"result": false}', lease_expires_at = null,
      finished_at = now()
    from unnest($1::bigint[]) as done(id) where step.id = done.id)
  insert into step_execution (run_id, workflow_id, node_id, node_type, status, max_attempts, dedup_key)
  select run_id, '${workflowId}', node_id, 'condition', 'pending', 3, 'run-' || run_id || ':node-' || node_id
  from unnest($2::uuid[], $3::text[]) as next(run_id, node_id)`;

interface ClaimedRow {
  id: string;
  run_id: string;
  node_id: string;
}

/** The product's own table with all its indexes and keys, but no run to keep count of and nothing to decide. */
export const productTable: LimitShape = {
  name: "product's tables",
  async setUp(client) {
    await client.query(insertWorkflow);
    await client.query(insertRuns, [depth]);
  },
  async round(client, batch) {
    const rows = await claim(client, batch);
    await client.query({
      name: "finish",
      text: finishSteps,
      values: [rows.map(({ id }) => id), rows.map((row) => row.run_id), rows.map((row) => nextNode(row.node_id))],
    });
    return rows.length;
  },
};

async function claim(client: pg.Client, batch: number): Promise<ClaimedRow[]> {
  const { rows } = await client.query<ClaimedRow>({ name: "claim", text: claimSteps, values: [batch] });
  return rows;
}

const nextNode = (nodeId: string): string => `node_${Number(nodeId.slice("node_".length)) + 1}`;

export async function setUpSingleRuns(client: pg.Client): Promise<void> {
  await client.query(insertWorkflow);
}

/** The least that one run takes: insert it, claim its step, finish it; three commits, one after the other. */
export async function singleRun(client: pg.Client): Promise<void> {
  await client.query({ name: "insert", text: insertRuns, values: [1] });
  const [step] = await claim(client, 1);
  if (!step) throw new Error("The step that was just inserted is not there to be claimed.");
  await client.query({
    name: "finish-run",
    text: `with finished as (
        update step_execution set status = 'succeeded', output = '{"result": false}', lease_expires_at = null, finished_at = now()
        where id = $1)
      update run set status = 'succeeded', open_steps = 0, finished_at = now() where id = $2`,
    values: [step.id, step.run_id],
  });
}
