import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface ProcessTimes {
  parent: number;
  own: number;
  /** of its children that have ended and were waited for */
  reaped: number;
}

let ticksPerSecond: number | undefined;

/** CPU seconds that a process has used, all threads together; undefined where there is no /proc. */
export function cpuOf(pid: number): number | undefined {
  return timesOf(pid)?.own;
}

/** CPU seconds of a process and its children, those that have ended included; undefined where there is no /proc. */
export function cpuOfTree(pid: number): number | undefined {
  const root = timesOf(pid);
  if (!root) return undefined;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.own ?? 0) + (times?.reaped ?? 0), root.own + root.reaped);
}

/** The fields of proc(5)'s stat after the command's name, which may hold spaces and parentheses. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    ticksPerSecond ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
    const [, parent = 0] = fields;
    const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(11, 15);
    return { parent, own: (user + system) / ticksPerSecond, reaped: (reapedUser + reapedSystem) / ticksPerSecond };
  } catch {
    return undefined;
  }
}
