import type { z } from "zod";
import type { Problem } from "./errors";

/** The problems that zod found in an input; `base` is the path of that input in what the user sent. */
export function zodProblems(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): Problem[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (isNoObject(issue, path)) return [{ path: "", message: "The input must be a JSON object with named fields." }];
    if (issue.code !== "unrecognized_keys") return [{ path: joinPath(path), message: issue.message }];
    return issue.keys.map((key) => ({
      path: joinPath([...path, key]),
      message: `There is no field ${JSON.stringify(key)} here; correct its name, or remove it.`,
    }));
  });
}

/** The whole input, whose type no schema has words of its own for. */
function isNoObject(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): boolean {
  return (
    path.length === 0 && issue.code === "invalid_type" && issue.message.startsWith("Invalid input: expected object")
  );
}

function joinPath(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}
