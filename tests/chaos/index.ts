import { runCommand } from "../../scripts/support/failure";
import { keepStandardOutputClear } from "../../scripts/support/progress";
import { listenForStop } from "../../scripts/support/stop-request";
import { Lab } from "./lab/lab";
import { readOptions, usage } from "./options";
import { printCase, printTable, reportAsJson } from "./print-report";
import { type CaseReport, runCase } from "./run-case";

/** The fault laboratory: breaks the product on purpose, and looks for what was lost, duplicated or unexpected. */
await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    console.log(usage);
    return 0;
  }
  if (options.json) keepStandardOutputClear();
  const { stop } = listenForStop();
  const tell = options.json ? console.error : console.log;
  tell(`${options.form} form, seed ${options.seed}`);
  const lab = new Lab(options);
  const stopped = new Promise<never>((_, reject) => stop.addEventListener("abort", () => reject(stop.reason)));
  stopped.catch(() => undefined);
  const reports: CaseReport[] = [];
  try {
    for (const name of options.only) {
      const report = await Promise.race([runCase(lab, name), stopped]);
      reports.push(report);
      tell(printCase(report));
    }
  } finally {
    await lab.close();
  }
  console.log(options.json ? reportAsJson(reports, options) : `\n${printTable(reports)}`);
  return reports.every(({ passed }) => passed) ? 0 : 1;
});
