import type { DoctorReport } from "@/contracts/doctor";
import { say } from "./progress";

/** The report for people: a line for each rule, and what breaks it. */
export function printDoctorReport({ sound, repaired, runs, workflows, checks }: DoctorReport): void {
  for (const check of checks) {
    if (check.found === 0) {
      say(`ok      ${check.name}: ${check.rule}`);
      continue;
    }
    say(`${check.left === 0 ? "mended" : "BROKEN"}  ${check.name}: ${check.rule}`);
    for (const { id, what } of check.examples) say(`          ${check.of} ${id}: ${what}`);
    const more = check.found - check.examples.length;
    if (more > 0) say(`          … and ${more} more`);
    say(`        found ${check.found}${repaired ? `, made ${check.changes} changes, left ${check.left}` : ""}`);
    if (check.left > 0) say(`        --repair: ${check.repair}`);
  }
  say("");
  const size = `${runs} runs and ${workflows} workflows checked`;
  if (sound) say(`${size}: all that is stored agrees.`);
  else
    say(
      `${size}: not all that is stored agrees.${repaired ? "" : " pnpm run doctor --repair mends what a machine can mend."}`,
    );
}
