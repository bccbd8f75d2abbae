import { Debug as clientDebug } from "@prisma/client/runtime/client";
import { Debug as adapterDebug } from "@prisma/driver-adapter-utils";

/** How many calls Prisma remembers: MAX_ARGS_HISTORY in @prisma/debug, of which client and adapters each have a copy. */
const remembered = 100;

/** Arguments up to this many characters are let be. */
const largeLength = 64 * 1024;

const histories = [clientDebug("workflow-engine"), adapterDebug("workflow-engine")];

/**
 * Prisma keeps the arguments of its last statements for error reports, whether anybody writes one or not: a hundred
 * values of ten megabytes, twice over. A statement with large ones is pushed out by a hundred empty calls.
 */
export function forgetLargeArguments(args: readonly unknown[]): void {
  if (lengthOf(args) <= largeLength) return;
  for (const debug of histories) {
    for (let call = 0; call < remembered; call++) debug("");
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, item) => sum + lengthOf(item), 0) : 0;
}
