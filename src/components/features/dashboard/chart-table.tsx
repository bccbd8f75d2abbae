import { type ChartStep, formatRate, series } from "./chart-data";

interface ChartTableProps {
  steps: readonly ChartStep[];
  format: (at: string) => string;
}

/** The numbers of the charts, the latest first. */
export function ChartTable({ steps, format }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label="Runs over time as a table" className="max-h-80 overflow-auto">
      <table className="w-full text-right text-xs tabular-nums">
        <thead className="sticky top-0 bg-subtle">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium text-ink-muted">
              From
            </th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col" className="px-2 py-2 font-medium text-ink-muted">
                {label}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 font-medium text-ink-muted">
              Failure rate
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map((step) => (
            <tr key={step.at} className="border-t">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                <time dateTime={step.at}>{format(step.at)}</time>
              </th>
              {series.map(({ key }) => (
                <td key={key} className="px-2 py-1.5">
                  {step[key].toLocaleString("en")}
                </td>
              ))}
              <td className="px-4 py-1.5">{formatRate(step.failureRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
