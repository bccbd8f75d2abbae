import type { BenchReport } from "./report";

type Row = (string | number | undefined)[];

/** The report as tables for people. */
export function printReport(report: BenchReport): string {
  const { machine, postgres, options } = report;
  const load = machine.loadBefore.join(" ");
  const sections = [
    `${machine.cores} cores (${machine.model}), ${machine.memoryGiB} GiB, Node ${machine.node}, PostgreSQL ${postgres.server_version}, ` +
      `fsync ${postgres.fsync}, synchronous_commit ${postgres.synchronous_commit}; load before: ${load}\n` +
      `worker flags: ${options.workerFlags.join(" ") || "none (as shipped)"}; medians of ${options.repetitions}`,
  ];
  if (report.limit) {
    sections.push(
      section("Limit: claim a batch, finish it, enqueue what follows, in plain SQL", [
        ["table", "clients", "batch", "steps/s", "PostgreSQL µs/step", "WAL B/step"],
        ...report.limit.cells.map((cell) => [
          cell.shape,
          cell.clients,
          cell.batch,
          cell.stepsPerSecond,
          cell.postgresCpuMicrosecondsPerStep,
          cell.walBytesPerStep,
        ]),
      ]),
      `One run in plain SQL (insert, claim, finish): p50 ${report.limit.singleRunP50} ms, p99 ${report.limit.singleRunP99} ms`,
    );
  }
  if (report.w1.length > 0) {
    sections.push(
      section(`W1: one worker drains ${options.runs} runs`, [
        ["graph", "runs/s", "steps/s", "claimed/s", "worker µs/step", "PostgreSQL µs/step", "WAL B/step", "starts/s"],
        ...report.w1.map((row) => [
          row.graph,
          row.runsPerSecond,
          row.stepsPerSecond,
          row.claimedPerSecond,
          row.workerCpuMicrosecondsPerStep,
          row.postgresCpuMicrosecondsPerStep,
          row.walBytesPerStep,
          row.startsPerSecond,
        ]),
      ]),
    );
  }
  if (report.w2) {
    const { p50, p99, pickUpP50, pickUpP99 } = report.w2;
    sections.push(
      section(`W2: one run at a time, ${options.latencyRuns} times, in milliseconds`, [
        ["", "p50", "p99"],
        ["call to succeeded", p50, p99],
        ["of that, start to claim", pickUpP50, pickUpP99],
      ]),
    );
  }
  if (report.w3) {
    const { milliseconds, stepsPerSecond } = report.w3;
    sections.push(
      section(`W3: one step fans out to ${options.width}`, [
        ["call to succeeded", `${milliseconds} ms`],
        ["steps/s", stepsPerSecond],
      ]),
    );
  }
  const ratios = Object.entries(report.ratios);
  if (ratios.length > 0) sections.push(section("Ratios", ratios));
  return `${sections.join("\n\n")}\n`;
}

function section(title: string, rows: Row[]): string {
  return `${title}\n${table(rows)}`;
}

function table(rows: Row[]): string {
  const texts = rows.map((row) => row.map((cell) => (cell === undefined ? "?" : String(cell))));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts
    .map((row) => `  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ")}`.trimEnd())
    .join("\n");
}

/** The first column names things, the others count them. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
