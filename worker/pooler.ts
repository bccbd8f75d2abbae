import { describeUnfit, readSessionSettings } from "@/db/session-settings";
import type { Database } from "@/db/types";
import type { EngineLog } from "@/engine/log";

/** A pooler whose connections would make the engine wrong; the message says what to set. */
export class PoolerError extends Error {
  override readonly name = "PoolerError";
}

/**
 * Looks at what connections through a pooler come with, once, before anything is claimed.
 *
 * @throws PoolerError
 */
export async function checkPooler(db: Database, log: EngineLog): Promise<void> {
  const { wrong, poor, remedy } = await readSessionSettings(db);
  if (wrong.length > 0) throw new PoolerError(describeUnfit([...wrong, ...poor], remedy));
  if (poor.length > 0)
    log.warn({ settings: poor, remedy }, "settings of connections through the pooler are not the best");
}
