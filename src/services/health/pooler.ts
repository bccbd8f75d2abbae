import { describeUnfit, readSessionSettings } from "@/db/session-settings";
import type { Database } from "@/db/types";
import type { EngineLog } from "@/engine/log";

/** Says in the log what does not fit of what connections through a pooler come with. */
export async function warnOfPooler(db: Database, log: EngineLog): Promise<void> {
  try {
    const { wrong, poor, remedy } = await readSessionSettings(db);
    if (wrong.length > 0)
      log.error({ settings: [...wrong, ...poor], remedy }, describeUnfit([...wrong, ...poor], remedy));
    else if (poor.length > 0)
      log.warn({ settings: poor, remedy }, "settings of connections through the pooler are not the best");
  } catch (error) {
    log.warn({ error }, "the settings of connections through the pooler could not be read");
  }
}
