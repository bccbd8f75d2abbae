import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fromText, identify, isSameProcess, toText } from "./process-identity";

/** The processes that need one embedded database, as files `holders/<pid>`. Read and judged only under its lock. */
export class Holders {
  private readonly directory: string;

  constructor(dataDir: string) {
    this.directory = path.join(dataDir, "holders");
  }

  add(pid: number): void {
    const identity = identify(pid);
    if (!identity) return;
    mkdirSync(this.directory, { recursive: true });
    writeFileSync(path.join(this.directory, String(pid)), toText(identity));
  }

  remove(pid: number): void {
    rmSync(path.join(this.directory, String(pid)), { force: true });
  }

  /** Forgets those that ended without a word. */
  anyAlive(): boolean {
    let alive = false;
    for (const name of this.names()) {
      const identity = fromText(readFileSync(path.join(this.directory, name), "utf8"));
      if (identity && isSameProcess(identity)) alive = true;
      else this.remove(Number(name));
    }
    return alive;
  }

  private names(): string[] {
    try {
      return readdirSync(this.directory);
    } catch {
      return [];
    }
  }
}
