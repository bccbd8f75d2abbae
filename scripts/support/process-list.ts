import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fromText, identify, isSameProcess, toText } from "./process-identity";

/** Processes that need something, as files named by their ids. */
export class ProcessList {
  constructor(private readonly directory: string) {}

  add(pid: number): void {
    const identity = identify(pid);
    if (!identity) return;
    mkdirSync(this.directory, { recursive: true });
    writeFileSync(path.join(this.directory, String(pid)), toText(identity));
  }

  remove(pid: number): void {
    rmSync(path.join(this.directory, String(pid)), { force: true });
  }

  /** Those that live; forgets those that ended without a word. */
  living(): number[] {
    const pids = existsSync(this.directory) ? readdirSync(this.directory).map(Number) : [];
    return pids.filter((pid) => {
      const alive = this.isAlive(pid);
      if (!alive) this.remove(pid);
      return alive;
    });
  }

  private isAlive(pid: number): boolean {
    try {
      const identity = fromText(readFileSync(path.join(this.directory, String(pid)), "utf8"));
      return identity !== undefined && isSameProcess(identity);
    } catch {
      return false;
    }
  }
}
