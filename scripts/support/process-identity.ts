import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process id alone is used again for another process sooner or later; with its start time it names one process. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Undefined if there is no such process (any more); a zombie that nobody has waited for counts as gone. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (process.platform !== "linux") {
    const startedAt = ps(pid, "lstart=");
    return startedAt ? { pid, startedAt } : undefined;
  }
  const fields = statFields(pid);
  const state = fields?.[0];
  const startedAt = fields?.[19];
  return startedAt === undefined || state === "Z" || state === "X" ? undefined : { pid, startedAt };
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** The arguments of a process, joined by blanks; empty if it is gone. */
export function commandLine(pid: number): string {
  if (process.platform !== "linux") return ps(pid, "command=");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

export function parentOf(pid: number): number | undefined {
  const parent = Number(process.platform === "linux" ? statFields(pid)?.[1] : ps(pid, "ppid="));
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}

export const toText = (identity: ProcessIdentity): string => `${identity.pid} ${identity.startedAt}\n`;

export function fromText(text: string): ProcessIdentity | undefined {
  const [pid, ...startedAt] = text.trim().split(" ");
  return Number(pid) > 0 ? { pid: Number(pid), startedAt: startedAt.join(" ") } : undefined;
}

/** /proc/<pid>/stat from its third field on: state, parent, …, start time at index 19. The name may hold blanks. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string {
  if (process.platform === "win32") return column === "lstart=" && isAlive(pid) ? "running" : "";
  try {
    return execFileSync("ps", ["-o", column, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
