export interface DiffLine {
  kind: "same" | "mine" | "theirs";
  text: string;
}

/** Above this many pairs of lines the middle is shown as all gone and all new: finding more would take too long. */
const mostPairs = 4_000_000;

/** What two texts have in common, and what stands only in one of them, line by line: a longest common subsequence. */
export function diffLines(theirs: string, mine: string): DiffLine[] {
  const [left, right] = [theirs.split("\n"), mine.split("\n")];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(left.slice(0, start)),
    ...diffMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...same(left.slice(left.length - end)),
  ];
}

function diffMiddle(left: string[], right: string[]): DiffLine[] {
  const only = (kind: "mine" | "theirs", lines: string[]): DiffLine[] => lines.map((text) => ({ kind, text }));
  if (left.length * right.length > mostPairs) return [...only("theirs", left), ...only("mine", right)];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const [leftLine = "", rightLine = ""] = [left[row], right[column]];
    if (leftLine === rightLine) {
      lines.push({ kind: "same", text: leftLine });
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ kind: "theirs", text: leftLine });
      row++;
    } else {
      lines.push({ kind: "mine", text: rightLine });
      column++;
    }
  }
  return [...lines, ...only("theirs", left.slice(row)), ...only("mine", right.slice(column))];
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
