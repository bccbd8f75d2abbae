import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";

/** The promises of the schema that no client can break, because the database itself keeps them. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ unsound: { because: "rows are written to be refused, or not" } });
});
afterAll(() => database.drop());

async function createWorkflow() {
  return database.db.workflow.create({ data: { name: "orders", actor: "test" } });
}

/** `definition` is a column that the client cannot write, so versions are made in SQL. */
async function createVersion(workflowId: string, number: number, published: boolean): Promise<string> {
  const id = randomUUID();
  await database.db.$executeRawUnsafe(
    `insert into workflow_version (id, workflow_id, number, definition, actor, published_at)
     values ($1::uuid, $2::uuid, $3, '{"nodes":[],"edges":[]}', 'test', case when $4 then now() end)`,
    id,
    workflowId,
    number,
    published,
  );
  return id;
}

describe("workflow.updated_at", () => {
  it("strictly grows with every write, whatever is written", async () => {
    const { id, updatedAt } = await createWorkflow();
    let last = updatedAt;
    for (let write = 0; write < 20; write++) {
      const changed = await database.db.workflow.update({ where: { id }, data: { updatedAt: new Date(0) } });
      expect(changed.updatedAt.getTime()).toBeGreaterThan(last.getTime());
      last = changed.updatedAt;
    }
  });
});

describe("workflow versions", () => {
  it("allow one draft a workflow", async () => {
    const { id } = await createWorkflow();
    await createVersion(id, 1, false);
    await expect(createVersion(id, 2, false)).rejects.toThrow(/workflow_version_one_draft|23505/);
    await createVersion(id, 2, true);
  });

  it.each([
    `definition = '{"nodes":[1],"edges":[]}'`,
    "number = 9",
    "kind = 'test'",
    "format = 2",
    `settings = '{"a":1}'`,
    "published_at = null",
    "workflow_id = (select id from workflow where name = 'other' limit 1)",
  ])("never change once published: %s", async (change) => {
    const { id } = await createWorkflow();
    await database.db.workflow.create({ data: { name: "other", actor: "test" } });
    const version = await createVersion(id, 1, true);
    const write = database.db.$executeRawUnsafe(
      `update workflow_version set ${change.replace("where name = 'other' limit 1)", "where name = 'other' limit 1)")} where id = $1::uuid`,
      version,
    );
    await expect(write).rejects.toThrow(/is published and can no longer be changed/);
  });

  it("are never deleted once published", async () => {
    const { id } = await createWorkflow();
    const version = await createVersion(id, 1, true);
    await expect(
      database.db.$executeRawUnsafe("delete from workflow_version where id = $1::uuid", version),
    ).rejects.toThrow(/is published and can no longer be deleted/);
  });

  it("may change and go while they are a draft", async () => {
    const { id } = await createWorkflow();
    const version = await createVersion(id, 1, false);
    const changed = await database.db.$executeRawUnsafe(
      `update workflow_version set definition = '{"nodes":[],"edges":[],"x":1}' where id = $1::uuid`,
      version,
    );
    expect(changed).toBe(1);
    expect(await database.db.workflowVersion.delete({ where: { id: version } })).toMatchObject({ id: version });
  });
});

describe("run counters", () => {
  it.each(["open_steps", "dead_steps"])("%s is never negative", async (counter) => {
    const { id } = await createWorkflow();
    const version = await createVersion(id, 1, true);
    const run = randomUUID();
    await database.db.$executeRawUnsafe(
      `insert into run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps)
       values ($1::uuid, $2::uuid, $3::uuid, 'pending', '{}', 'test', 'test', 0)`,
      run,
      id,
      version,
    );
    await expect(
      database.db.$executeRawUnsafe(`update run set ${counter} = ${counter} - 1 where id = $1::uuid`, run),
    ).rejects.toThrow(new RegExp(`run_${counter}_not_negative`));
  });
});
