import { createDatabase } from "@/db/client";
import { sqlState } from "@/db/errors";
import { examineDatabase } from "@/services/doctor/examine";
import { doctorExitCodes, doctorUsage, readDoctorFlags } from "./support/doctor-flags";
import { printDoctorReport } from "./support/doctor-report";
import { Failure, runCommand } from "./support/failure";
import { ensurePrismaClient } from "./support/prisma-client";
import { say } from "./support/progress";
import { loadSettings, openDatabase } from "./support/settings";
import { UsageError } from "./support/usage-error";

/** A batch may hold runs of a thousand steps each. */
const statementTimeoutMs = 300_000;

/** Runs between two lines that tell how far it is. */
const progressEvery = 100_000;

await runCommand(async () => {
  const flags = flagsOrUsage();
  if (typeof flags === "number") return flags;
  const settings = loadSettings();
  await ensurePrismaClient();
  const database = await openDatabase(settings, { quiet: flags.json });
  const db = createDatabase(database.directUrl, {
    max: 2,
    applicationName: "workflow-engine-doctor",
    statementTimeoutMs,
  });
  try {
    const report = await examineDatabase(db, {
      repair: flags.repair ? { actor: flags.actor } : undefined,
      onProgress: flags.json ? undefined : tellProgress(),
    });
    if (flags.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else printDoctorReport(report);
    return report.sound ? doctorExitCodes.sound : doctorExitCodes.unsound;
  } catch (error) {
    throw sqlState(error) === "42P01"
      ? new Failure("The database has no tables yet. Run pnpm db:migrate first.")
      : error;
  } finally {
    await db.$disconnect();
    await database.release();
  }
});

function flagsOrUsage(): ReturnType<typeof readDoctorFlags> | number {
  try {
    const flags = readDoctorFlags(process.argv.slice(2));
    if (!flags.help) return flags;
    say(doctorUsage);
    return doctorExitCodes.sound;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${doctorUsage}\n`);
    return doctorExitCodes.usage;
  }
}

function tellProgress(): (checked: { runs: number }) => void {
  let next = progressEvery;
  return ({ runs }) => {
    if (runs < next) return;
    say(`${runs} runs checked …`);
    next = runs + progressEvery;
  };
}
