import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isHeld, tryLock, waitForLock } from "./file-lock";
import { fromRoot, rootDir } from "./paths";
import { identify, toText } from "./process-identity";

let directory = "";
let file = "";
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "file-lock-"));
  file = path.join(directory, "lock");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

describe("a lock file", () => {
  it("is taken, names its owner, and is gone after release", () => {
    const lock = tryLock(file);
    if (!isHeld(lock)) throw new Error("the lock was free");
    expect(tryLock(file)).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("of a dead process is taken over", () => {
    writeFileSync(file, `${deadPid()} 1\n`);
    expect(isHeld(tryLock(file))).toBe(true);
  });

  it("of an earlier process with the same id is taken over", () => {
    writeFileSync(file, `${process.pid} 1\n`);
    expect(isHeld(tryLock(file))).toBe(true);
    const me = identify(process.pid);
    expect(me && readFileSync(file, "utf8")).toBe(me && toText(me));
  });

  it("is waited for", async () => {
    const first = tryLock(file);
    if (!isHeld(first)) throw new Error("the lock was free");
    let waitedFor = 0;
    setTimeout(() => first.release(), 150);
    const second = await waitForLock(file, {
      onWait: ({ pid }) => {
        waitedFor = pid;
      },
    });
    expect(waitedFor).toBe(process.pid);
    second.release();
  });

  it("is no longer waited for once that is pointless", async () => {
    tryLock(file);
    const reason = new Error("enough");
    await expect(waitForLock(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("has one owner at a time among processes that all find a dead one's", async () => {
    writeFileSync(file, `${deadPid()} 1\n`);
    const counter = path.join(directory, "counter");
    writeFileSync(counter, "0");
    const code = `
      import { readFileSync, writeFileSync } from "node:fs";
      import { waitForLock } from ${JSON.stringify(fromRoot("scripts/support/file-lock.ts"))};
      for (let turn = 0; turn < 5; turn++) {
        const lock = await waitForLock(${JSON.stringify(file)});
        const count = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
        await new Promise((resolve) => setTimeout(resolve, 2));
        writeFileSync(${JSON.stringify(counter)}, String(count + 1));
        lock.release();
      }`;
    const script = path.join(directory, "contend.mts");
    writeFileSync(script, code);
    const contenders = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--import", "tsx", script], { cwd: rootDir, stdio: "inherit" }),
    );
    const codes = await Promise.all(contenders.map((child) => new Promise((resolve) => child.on("exit", resolve))));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(counter, "utf8")).toBe("20");
  });
});
