import { isPureType } from "@/core/kinds";
import type { FinishedStep } from "./complete";
import type { NewStep } from "./new-step";

/**
 * Marks one successor that takes over the slot that its predecessor leaves, without a claim: the first that has an effect
 * and no other edge to wait for. The rest is for whoever claims first, so that a fan-out spreads over the workers.
 *
 * @returns it, if there is one
 */
export function leaseSuccessor({ successors }: FinishedStep): NewStep | undefined {
  const successor = successors.find(({ status, edgesIn, taken }) => status === null && edgesIn === 1 && taken === 1);
  if (successor) successor.leased = true;
  return successor;
}

/**
 * Marks successors that are done at once, and at which branches meet (those that one edge leads to run inline). They need
 * no slot, and to claim one costs more than to execute it. Whether another edge is still to be waited for is for the
 * statement that inserts them to say. Of a wide fan-out the rest is for whoever claims first.
 *
 * @param limit how many of the batch
 */
export function leasePureSuccessors(batch: readonly FinishedStep[], limit: number): void {
  let left = limit;
  for (const { step, successors } of batch) {
    // What has to load its input waits, as an effect does.
    if (step.payload === null) continue;
    for (const successor of successors) {
      if (left === 0) return;
      if (successor.status !== null || successor.edgesIn < 2 || !isPureType(successor.nodeType)) continue;
      successor.leased = true;
      left--;
    }
  }
}
