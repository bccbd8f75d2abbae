import { defaultStatementTimeoutMs } from "./client";
import type { Database } from "./types";

/** A setting of the server's that does not fit, as a connection of ours has it. */
export interface UnfitSetting {
  name: string;
  value: string;
  needed: string;
  why: string;
}

export interface SessionSettings {
  /** with these the product would be wrong */
  wrong: UnfitSetting[];
  /** with these it is slower, or fails more often, than it need be */
  poor: UnfitSetting[];
  /** what sets them for whoever connects, in SQL */
  remedy: string[];
}

interface Wanted {
  needed: string;
  why: string;
  fits(value: string): boolean;
}

const utcNames = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu|Greenwich)$/i;

const mustBe: Readonly<Record<string, Wanted>> = {
  default_transaction_isolation: {
    needed: "read committed",
    why: "under any other, statements that meet fail instead of waiting for each other, and a cancel misses steps",
    fits: (value) => value === "read committed",
  },
  TimeZone: { needed: "UTC", why: "times would be read with the wrong offset", fits: (value) => utcNames.test(value) },
  default_transaction_read_only: { needed: "off", why: "nothing could be written", fits: (value) => value === "off" },
};

const shouldBe: Readonly<Record<string, Wanted>> = {
  jit: {
    needed: "off",
    why: "compiling these short statements takes longer than executing them",
    fits: (value) => value === "off",
  },
  statement_timeout: {
    needed: "0",
    why: `statements may take up to ${defaultStatementTimeoutMs / 1_000} s while the database is busy`,
    // A server that gives up before the client does takes that time away from it.
    fits: (value) => value === "0" || Number(value) >= defaultStatementTimeoutMs,
  },
};

/**
 * What a connection through a pooler comes with. Directly we set these for each connection (`client.ts`); through a pooler in
 * transaction mode a session is not ours, so the role or the database must have them, and whoever starts has to look.
 */
export async function readSessionSettings(db: Database): Promise<SessionSettings> {
  const names = [...Object.keys(mustBe), ...Object.keys(shouldBe)];
  const rows = await db.$queryRaw<{ name: string; value: string; target: string }[]>`
    SELECT name, setting AS value,
      format('ALTER ROLE %I IN DATABASE %I SET %I = ', current_user, current_database(), name) AS target
    FROM pg_settings WHERE name = ANY (${names})`;
  const unfit = (wanted: Readonly<Record<string, Wanted>>) =>
    rows.flatMap(({ name, value, target }) => {
      const one = wanted[name];
      return one && !one.fits(value) ? [{ name, value, needed: one.needed, why: one.why, target }] : [];
    });
  const [wrong, poor] = [unfit(mustBe), unfit(shouldBe)];
  return {
    wrong: wrong.map(withoutTarget),
    poor: poor.map(withoutTarget),
    remedy: [...wrong, ...poor].map(({ target, needed }) => `${target}'${needed}';`),
  };
}

function withoutTarget({ name, value, needed, why }: UnfitSetting & { target: string }): UnfitSetting {
  return { name, value, needed, why };
}

/** For people: what does not fit, why that matters, and what to do. */
export function describeUnfit(settings: readonly UnfitSetting[], remedy: readonly string[]): string {
  return [
    "Through the pooler, connections have the server's own settings, and these do not fit:",
    ...settings.map(({ name, value, needed, why }) => `  ${name} is "${value}" and must be "${needed}": ${why}.`),
    "Set them, let the pooler make its connections anew (PgBouncer: RECONNECT), and start this process again:",
    ...remedy.map((statement) => `  ${statement}`),
  ].join("\n");
}
