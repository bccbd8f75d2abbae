import { joins } from "./cases/joins";
import { kills } from "./cases/kills";
import { pauses } from "./cases/pauses";
import { races } from "./cases/races";
import type { ChaosCase } from "./chaos-case";

/** Every case by its name, in the order in which they are run. */
export const chaosCases: Readonly<Record<string, ChaosCase>> = { kills, pauses, joins, races };
