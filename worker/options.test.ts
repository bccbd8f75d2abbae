import { describe, expect, it } from "vitest";
import { environmentVariables, readEnv, workerNumbers } from "@/env";
import { helpText, mergeOptions, parseFlags, UsageError } from "./options";

const needed = {
  DATABASE_URL: "postgresql://app@db.example.com/app",
  FERNET_KEY: "cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=",
};

function optionsOf(args: string[], variables: Record<string, string> = {}) {
  const flags = parseFlags(args);
  if (flags === "help") throw new Error("These flags ask for help.");
  return mergeOptions(flags, readEnv({ ...needed, ...variables }));
}

describe("the worker's options", () => {
  it("have a flag for each variable, with the same bounds", () => {
    expect(environmentVariables.filter((name) => name.startsWith("WORKER_"))).toEqual([
      ...Object.keys(workerNumbers),
      "WORKER_ONCE",
    ]);
    for (const { flag, minimum, maximum } of Object.values(workerNumbers)) {
      expect(parseFlags([`--${flag}`, String(minimum)]), flag).not.toBe("help");
      expect(parseFlags([`--${flag}=${maximum}`]), flag).not.toBe("help");
      expect(() => parseFlags([`--${flag}=${minimum - 1}`]), flag).toThrow(UsageError);
      expect(() => parseFlags([`--${flag}=${maximum + 1}`]), flag).toThrow(UsageError);
    }
  });

  it("come from the environment, over which a flag wins", () => {
    expect(optionsOf([], { WORKER_LEASE_SECONDS: "7" }).leaseMs).toBe(7_000);
    expect(optionsOf(["--lease-seconds", "3"], { WORKER_LEASE_SECONDS: "7" }).leaseMs).toBe(3_000);
  });

  it("run once by the flag or by WORKER_ONCE", () => {
    expect(optionsOf([]).once).toBe(false);
    expect(optionsOf([], { WORKER_ONCE: "false" }).once).toBe(false);
    expect(optionsOf(["--once"]).once).toBe(true);
    expect(optionsOf([], { WORKER_ONCE: "true" }).once).toBe(true);
  });

  it("are refused by name when they do not fit", () => {
    expect(() => parseFlags(["--batch-size", "many"])).toThrow(
      '--batch-size takes a whole number from 1 to 1000, not "many".',
    );
    expect(() => parseFlags(["--bach-size", "5"])).toThrow(UsageError);
    expect(() => parseFlags(["--once=5"])).toThrow(UsageError);
  });

  it("are explained", () => {
    expect(parseFlags(["--help"])).toBe("help");
    expect(parseFlags(["-h"])).toBe("help");
    expect(helpText).toContain("WORKER_ONCE");
  });
});
