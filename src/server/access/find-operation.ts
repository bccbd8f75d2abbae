import type { Operation } from "@/contracts/operation";
import { operations } from "@/contracts/operations";

interface Entry {
  method: string;
  segments: readonly string[];
  /** by which the policy knows it */
  name: string;
  operation: Operation;
}

const entries: readonly Entry[] = Object.entries<Operation>(operations).map(([id, operation]) => ({
  method: operation.method,
  segments: operation.path.split("/"),
  name: operation.procedure ?? id,
  operation,
}));

/** The operation that serves a request, fixed names before variables, as Next chooses its route; undefined: none does. */
export function findOperation(method: string, pathname: string): { name: string; operation: Operation } | undefined {
  const given = pathname.split("/");
  const fitting = entries.filter((entry) => fits(entry, given));
  const asked = (wanted: string) =>
    fitting.filter((entry) => entry.method === wanted).sort((one, other) => variables(one) - variables(other))[0];
  // HEAD is GET without the body, unless it has an operation of its own.
  return asked(method) ?? (method === "HEAD" ? asked("GET") : undefined);
}

function fits({ segments }: Entry, given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) => segment === given[index] || (isVariable(segment) && given[index] !== ""))
  );
}

const isVariable = (segment: string): boolean => segment.startsWith("{");
const variables = ({ segments }: Entry): number => segments.filter(isVariable).length;
