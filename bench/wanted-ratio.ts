/** A figure, by its names. */
export interface Wanted {
  workload: string;
  system: string;
  metric: string;
}

/** One figure in shares of another, and what that is to reach. */
export interface WantedRatio extends Wanted {
  against: Wanted;
  atLeast?: number;
  atMost?: number;
}
