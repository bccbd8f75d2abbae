import { readFileSync } from "node:fs";

/** Resident memory of a process, now and at its highest, in MB (of 1,048,576 bytes); undefined where there is no /proc. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024;
    return { nowMb: megabytes("VmRSS"), peakMb: megabytes("VmHWM") };
  } catch {
    return undefined;
  }
}
