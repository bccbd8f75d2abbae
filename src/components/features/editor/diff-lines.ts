import { diffArrays } from "diff";

export interface DiffLine {
  kind: "same" | "mine" | "theirs";
  text: string;
}

/** Beyond so many differences the texts are shown one below the other: finding more would take too long. */
const mostDifferences = 4_000;

/** What two texts have in common, and what stands only in one of them, line by line. */
export function diffLines(theirs: string, mine: string): DiffLine[] {
  const [left, right] = [theirs.split("\n"), mine.split("\n")];
  const changes = diffArrays(left, right, { maxEditLength: mostDifferences }) ?? [
    { removed: true, added: false, value: left },
    { removed: false, added: true, value: right },
  ];
  return changes.flatMap(({ removed, added, value }) =>
    value.map((text): DiffLine => ({ kind: removed ? "theirs" : added ? "mine" : "same", text })),
  );
}

export interface DiffGap {
  kind: "gap";
  /** how many equal lines are left out here */
  count: number;
}

/** Only what differs, with a few lines around it. */
export function shortenDiff(lines: readonly DiffLine[], around = 2): (DiffLine | DiffGap)[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same");
  const shown: (DiffLine | DiffGap)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(line);
    else if (last?.kind === "gap") last.count++;
    else shown.push({ kind: "gap", count: 1 });
  }
  return shown;
}
