import { parseArgs } from "node:util";
import { UsageError } from "./usage-error";

export interface DoctorFlags {
  repair: boolean;
  json: boolean;
  actor: string;
  help: boolean;
}

export const doctorExitCodes = { sound: 0, failed: 1, usage: 2, unsound: 3 } as const;

export const doctorUsage = `pnpm run doctor [flags]

Checks that all that the database holds agrees: counters, statuses, leases, keys, joins, definitions. It only reads, and
may run at any time, beside any number of workers.

  --repair         mends what a machine can mend, and writes an event of type "repair" beside each run that changed
  --actor NAME     who repairs, as the events tell it (doctor)
  --json           one JSON document on standard output, and nothing else there
  --help           print this

Exit codes: 0 nothing is wrong, or everything was mended; 1 it could not look; 2 a flag was wrong; 3 something is wrong.`;

/** @throws UsageError */
export function readDoctorFlags(args: readonly string[]): DoctorFlags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        repair: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        actor: { type: "string", default: "doctor" },
        help: { type: "boolean", short: "h", default: false },
      },
      allowPositionals: false,
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
