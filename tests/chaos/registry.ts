import { clock } from "./cases/clock";
import { connections } from "./cases/connections";
import { deploys } from "./cases/deploys";
import { hostile } from "./cases/hostile";
import { joins } from "./cases/joins";
import { kills } from "./cases/kills";
import { migrations } from "./cases/migrations";
import { outages } from "./cases/outages";
import { pauses } from "./cases/pauses";
import { poison } from "./cases/poison";
import { pool } from "./cases/pool";
import { pooler } from "./cases/pooler";
import { races } from "./cases/races";
import { soak } from "./cases/soak";
import { takeover } from "./cases/takeover";
import type { ChaosCase } from "./chaos-case";

/** Every case by its name, in the order in which they are run. */
export const chaosCases: Readonly<Record<string, ChaosCase>> = {
  kills,
  takeover,
  pauses,
  outages,
  connections,
  pool,
  joins,
  races,
  poison,
  deploys,
  clock,
  hostile,
  migrations,
  pooler,
  soak,
};

/** Those that a form runs when none are named. */
export function caseNames(form: "short" | "long"): string[] {
  return Object.keys(chaosCases).filter((name) => form === "long" || !chaosCases[name]?.longOnly);
}
