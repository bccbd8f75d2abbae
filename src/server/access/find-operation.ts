import type { Operation } from "@/contracts/operation";
import { operations } from "@/contracts/operations";

export interface FoundOperation {
  /** by which the policy knows it */
  name: string;
  operation: Operation;
}

interface Entry extends FoundOperation {
  segments: readonly string[];
}

const isVariable = (segment: string): boolean => segment.startsWith("{");
const variables = ({ segments }: Entry): number => segments.filter(isVariable).length;

/** Fixed names before variables, as Next chooses its route. */
const entries: readonly Entry[] = Object.entries<Operation>(operations)
  .map(([id, operation]) => ({
    segments: operation.path.split("/"),
    name: operation.procedure ?? id,
    operation,
  }))
  .sort((one, other) => variables(one) - variables(other));

/** The operation that serves a request; undefined: none does. */
export function findOperation(method: string, pathname: string): FoundOperation | undefined {
  const given = pathname.split("/");
  const asked = (wanted: string) => entries.find((entry) => entry.operation.method === wanted && fits(entry, given));
  // HEAD is GET without the body, unless it has an operation of its own.
  return asked(method) ?? (method === "HEAD" ? asked("GET") : undefined);
}

/** Whether an operation, of whatever method, has exactly this path: Next goes no further, and a variable never stands for it. */
export function isFixedPath(pathname: string): boolean {
  return fixedPaths.has(pathname);
}

const fixedPaths: ReadonlySet<string> = new Set(
  entries.filter((entry) => variables(entry) === 0).map(({ operation }) => operation.path),
);

function fits({ segments }: Entry, given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) => segment === given[index] || (isVariable(segment) && given[index] !== ""))
  );
}
