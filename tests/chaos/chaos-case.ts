import type { Lab } from "./lab/lab";

/** What a case found, in the words of Jepsen. The lists hold one line for each culprit. */
export interface Findings {
  /** acknowledged, and gone, or never done */
  lost: string[];
  /** done twice where once was promised */
  duplicated: string[];
  /** everything else that must not be: a wrong end, a broken invariant, a process that ended by itself, a wrong answer */
  unexpected: string[];
  /** what was interrupted, and came to its right end all the same */
  recovered: number;
  figures: Record<string, number | string>;
}

/** One way of breaking the product, and what must still hold. */
export interface ChaosCase {
  /** one line for people: what is done, and what must hold */
  title: string;
  /** it takes minutes, or a program that not every machine has: left out of the short form */
  longOnly?: boolean;
  run(lab: Lab): Promise<Findings>;
}

export function combine(...parts: readonly Findings[]): Findings {
  return {
    lost: parts.flatMap(({ lost }) => lost),
    duplicated: parts.flatMap(({ duplicated }) => duplicated),
    unexpected: parts.flatMap(({ unexpected }) => unexpected),
    recovered: parts.reduce((sum, { recovered }) => sum + recovered, 0),
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
  };
}

export function findings(parts: Partial<Findings>): Findings {
  return { lost: [], duplicated: [], unexpected: [], recovered: 0, figures: {}, ...parts };
}
