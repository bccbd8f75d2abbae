import type { Result } from "./figures";
import type { Target } from "./ratios";
import type { BenchReport } from "./report";
import { workloadNames } from "./workload-names";

type Row = (string | number)[];

/** The report as tables for people. */
export function printReport({ machine, postgres, peers, options, results, ratios, targets }: BenchReport): string {
  const load = machine.loadBefore.join(" ");
  const sections = [
    `${machine.cores} cores (${machine.model}), ${machine.memoryGiB} GiB, Node ${machine.node}, PostgreSQL ${postgres.server_version}, ` +
      `fsync ${postgres.fsync}, synchronous_commit ${postgres.synchronous_commit}; load before: ${load}\n` +
      `worker flags: ${options.workerFlags.join(" ") || "none (as shipped)"}; medians of ${options.repetitions}`,
  ];
  if (peers) {
    const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
    sections.push(`beside ${versions.join(", ")}`);
  }
  for (const { name, title } of workloadNames) {
    const own = results.filter(({ workload }) => workload === name);
    if (own.length > 0) sections.push(section(`${name}: ${title}`, systemRows(own)));
  }
  const ratioRows = ratios.map(({ workload, metric, against, ratio }) => [
    `${workload} ${metric}`,
    ratio,
    `× ${against}`,
  ]);
  if (ratioRows.length > 0) sections.push(section("Ratios", ratioRows));
  if (targets.length > 0) sections.push(section("Targets", targets.map(targetRow)));
  return `${sections.join("\n\n")}\n`;
}

/** One row a system, one column a metric, for each set of metrics that systems share. */
function systemRows(results: readonly Result[]): Row[] {
  const systems = [...new Set(results.map(({ system }) => system))];
  const rows: Row[] = [];
  let header = "";
  for (const system of systems) {
    const own = results.filter((result) => result.system === system);
    const columns = ["", ...own.map(({ metric, unit }) => (metric.endsWith(unit) ? metric : `${metric} (${unit})`))];
    if (columns.join() !== header) rows.push(columns);
    header = columns.join();
    rows.push([system, ...own.map(({ median }) => median)]);
  }
  return rows;
}

function targetRow({ workload, metric, against, value, atLeast, atMost, met }: Target): Row {
  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  const other = against === undefined ? "" : `× ${against}`;
  return [`${workload} ${metric}`, value, bound, other, met ? "met" : "MISSED"];
}

function section(title: string, rows: Row[]): string {
  return `${title}\n${table(rows)}`;
}

function table(rows: Row[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = Array.from({ length: Math.max(...texts.map((row) => row.length)) }, (_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  return texts
    .map((row) => `  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ")}`.trimEnd())
    .join("\n");
}

/** The first column names things, the others count them. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
