import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Rules about a file's text that neither the compiler nor the linters know. */
interface SourceRule {
  name: string;
  pattern: RegExp;
  /** where the pattern may stand all the same */
  allowed: RegExp;
  message: string;
}

const sourceRules: SourceRule[] = [
  {
    name: "raw-sql-at-home",
    pattern: /\$(queryRaw|executeRaw)(Unsafe)?\b|\brunStatement\(/,
    allowed: /^src\/(engine|db)\/|^tests\/|^scripts\/.*\.test\.ts$/,
    message: "raw SQL lives in src/engine and src/db only",
  },
  {
    name: "one-reader-of-the-environment",
    pattern: /\bprocess\.env\b(?!\.(NODE_ENV|NEXT_RUNTIME)\b)/,
    allowed: /^src\/env\.ts$|^scripts\/|^tests\/|^bench\/|^(prisma|playwright)\.config\.ts$/,
    message: "only src/env.ts reads the environment",
  },
];

const mostLines = 400;
const sourceFile = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
const directories = ["src", "worker", "scripts", "prisma", "tests", "bench"];

export interface SourceProblem {
  file: string;
  line: number;
  rule: string;
  message: string;
}

export function findSourceProblems(root: string): SourceProblem[] {
  return sourceFiles(root).flatMap((file) => judgeSource(file, readFileSync(path.join(root, file), "utf8")));
}

export function judgeSource(file: string, text: string): SourceProblem[] {
  const lines = text.trimEnd().split("\n");
  const problems: SourceProblem[] = [];
  for (const { name, pattern, allowed, message } of sourceRules) {
    if (allowed.test(file)) continue;
    for (const [index, line] of lines.entries()) {
      if (pattern.test(withoutComment(line))) problems.push({ file, line: index + 1, rule: name, message });
    }
  }
  if (lines.length > mostLines) {
    const message = `${lines.length} lines: past ${mostLines} a file is split`;
    problems.push({ file, line: mostLines, rule: "short-files", message });
  }
  return problems;
}

/** Good enough for our own sources: whole comment lines, and what follows a `//` that no URL explains. */
function withoutComment(line: string): string {
  return /^\s*(\*|\/\*|\/\/)/.test(line) ? "" : line.replace(/(^|\s)\/\/.*$/, "");
}

function sourceFiles(root: string): string[] {
  const top = readdirSync(root).filter((name) => sourceFile.test(name) && name !== "next-env.d.ts");
  const below = directories.flatMap((directory) => filesBelow(root, directory));
  return [...top, ...below.filter((name) => sourceFile.test(name))]
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => !name.startsWith("src/generated/"))
    .sort();
}

/** Installed packages are not even looked through: those of one peer are a hundred thousand files. */
function filesBelow(root: string, directory: string): string[] {
  const folder = path.join(root, directory);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) => {
      const file = path.join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(root, file) : [file];
    });
}
