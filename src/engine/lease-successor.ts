import type { FinishedStep } from "./complete";

/**
 * Marks one successor that takes over the slot that its predecessor leaves, without a claim: the first that has an effect
 * and no other edge to wait for. The rest is for whoever claims first, so that a fan-out spreads over the workers.
 *
 * @returns whether there is one
 */
export function leaseSuccessor({ successors }: FinishedStep): boolean {
  const successor = successors.find(({ status, edgesIn, taken }) => status === null && edgesIn === 1 && taken === 1);
  if (!successor) return false;
  successor.leased = true;
  return true;
}
