import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doctorReport } from "@/contracts/doctor";
import { fromRoot } from "../../../scripts/support/paths";
import { startCommand } from "../../support/command";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { createEmptyDatabase } from "../../support/empty-database";
import { createTestEngine } from "../../support/engine";
import { Patients } from "./damage";

let database: TestDatabase;
let patients: Patients;
beforeAll(async () => {
  database = await createTestDatabase();
  patients = new Patients(createTestEngine(database.db), randomUUID());
});
afterAll(() => database.drop());

async function doctor(args: string[], url = database.url): Promise<{ code: number; output: string }> {
  const command = startCommand(fromRoot(), "doctor", args, { DATABASE_URL: url, DIRECT_DATABASE_URL: url });
  return { code: await command.exited, output: command.output() };
}

describe("pnpm doctor", () => {
  it("tells people and scripts what it finds, mends it when told to, and says how it ended", async () => {
    const runId = await patients.succeeded();
    const healthy = await doctor([]);
    expect(healthy).toMatchObject({ code: 0, output: expect.stringContaining("1 runs and 1 workflows checked: all") });

    await database.db.$executeRaw`UPDATE run SET open_steps = 3 WHERE id = ${runId}::uuid`;
    const sick = await doctor([]);
    expect(sick.code).toBe(3);
    expect(sick.output).toContain("BROKEN  run-counters");
    expect(sick.output).toContain(`run ${runId}: the run counts 3 open and 0 dead steps and has 0 and 0`);
    expect(sick.output).toContain("pnpm run doctor --repair");

    const told = await doctor(["--json"]);
    expect(told.code).toBe(3);
    expect(doctorReport.parse(JSON.parse(told.output))).toMatchObject({ sound: false, repaired: false, runs: 1 });

    const mended = await doctor(["--json", "--repair", "--actor", "ada"]);
    expect(mended.code).toBe(0);
    const report = doctorReport.parse(JSON.parse(mended.output));
    expect(report).toMatchObject({ sound: true, repaired: true });
    expect(report.checks.find(({ name }) => name === "run-counters")).toMatchObject({ found: 1, left: 0, changes: 1 });
    expect(await database.db.runEvent.findMany({ where: { runId } })).toMatchObject([{ type: "repair", actor: "ada" }]);
  });

  it("explains itself, and refuses flags that it does not know", async () => {
    expect(await doctor(["--help"])).toMatchObject({ code: 0, output: expect.stringContaining("Exit codes: 0 ") });
    const wrong = await doctor(["--fix"]);
    expect(wrong).toMatchObject({ code: 2, output: expect.stringContaining("--fix") });
  });

  it("says what to do with a database that has no tables", async () => {
    const empty = await createEmptyDatabase();
    const answer = await doctor([], empty.url);
    await empty.drop();
    expect(answer).toMatchObject({ code: 1, output: expect.stringContaining("Run pnpm db:migrate first.") });
  });
});
