/** What went wrong and what to do, in words for the person at the keyboard: it is printed without a stack trace. */
export class Failure extends Error {
  override name = "Failure";
}

/** Runs a command to its end: its exit code is what `main` returns (0 if nothing), or 1 with a message. */
export async function runCommand(main: () => Promise<number | undefined>): Promise<never> {
  try {
    process.exit((await main()) ?? 0);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(1);
  }
}

/** A stack trace is for defects; what a person can mend comes as plain words. */
export function describeFailure(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
