import { setTimeout as pause } from "node:timers/promises";
import { createDatabase } from "@/db/client";
import { bundlePrograms } from "../../../scripts/support/bundle-programs";
import { Contenders } from "../../support/contenders";
import { brokenInvariants } from "../../support/invariants";
import { type ChaosCase, findings } from "../chaos-case";
import { deadlocks } from "../lab/deadlocks";
import { RaceTrack } from "../lab/race-track";

export const races: ChaosCase = {
  title: "activates, retries, cancels, completions and reapers at a barrier between processes: exactly one wins",
  async run(lab) {
    const url = await lab.database();
    const db = createDatabase(url, { max: 4 });
    const { files, remove } = await bundlePrograms({ contender: "tests/race/contender.ts" });
    const contenders = await Contenders.start(url, lab.pick(4, 20), files.contender);
    lab.closeWithCase({
      async close() {
        await contenders.close();
        remove();
        await db.$disconnect();
      },
    });
    const rounds = lab.pick(12, 1_000);
    const track = await RaceTrack.open(db, contenders, lab.pick(4, 20));
    const duplicated: string[] = [];
    const figures: Record<string, number> = {};
    for (const [race, run] of Object.entries(track.races)) {
      for (let round = 0; round < rounds; round++) {
        const wrong = await run(round);
        if (wrong !== undefined) duplicated.push(`${race}, round ${round}: ${wrong}`);
      }
      figures[`${race.replaceAll(" ", "_")}_rounds`] = rounds;
    }
    // Statistics of a finished transaction arrive a moment later.
    await pause(lab.pick(0, 2_000));
    return findings({
      duplicated,
      unexpected: [...(await brokenInvariants(db)), ...(await deadlocks(db))],
      recovered: 0,
      figures,
    });
  },
};
