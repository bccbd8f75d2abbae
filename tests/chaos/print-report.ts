import type { CaseReport } from "./run-case";

/** Culprits that are shown of each kind; the rest is counted. */
const shown = 20;

export function printCase({ name, passed, seconds, figures, ...found }: CaseReport): string {
  const lines = [`${passed ? "passed" : "FAILED"}  ${name} (${seconds} s)`];
  for (const kind of ["lost", "duplicated", "unexpected"] as const) {
    for (const culprit of found[kind].slice(0, shown)) lines.push(`        ${kind}: ${culprit}`);
    if (found[kind].length > shown) lines.push(`        ${kind}: and ${found[kind].length - shown} more`);
  }
  for (const [figure, value] of Object.entries(figures)) lines.push(`        ${figure.replaceAll("_", " ")}: ${value}`);
  return lines.join("\n");
}

export function printTable(reports: readonly CaseReport[]): string {
  const header = ["case", "passed", "lost", "duplicated", "unexpected", "recovered", "seconds"];
  const rows = reports.map(({ name, passed, lost, duplicated, unexpected, recovered, seconds }) =>
    [name, passed ? "yes" : "NO", lost.length, duplicated.length, unexpected.length, recovered, seconds].map(String),
  );
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

export function reportAsJson(reports: readonly CaseReport[], facts: { form: string; seed: number }): string {
  const cases = reports.map(({ name, passed, seconds, recovered, figures, ...found }) => ({
    name,
    passed,
    lost: found.lost.length,
    duplicated: found.duplicated.length,
    unexpected: found.unexpected.length,
    recovered,
    figures: { seconds, ...figures },
    culprits: [...found.lost, ...found.duplicated, ...found.unexpected].slice(0, shown),
  }));
  return JSON.stringify({ passed: reports.every(({ passed }) => passed), ...facts, cases }, undefined, 2);
}
