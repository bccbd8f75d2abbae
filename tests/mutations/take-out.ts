import type { Mutant } from "./mutant";

/** The text of a file with a guard taken out; undefined when what is to be changed does not stand in it exactly once. */
export function takeOut({ edits }: Pick<Mutant, "edits">, text: string): string | undefined {
  let changed = text;
  for (const [from, to] of edits) {
    if (changed.split(from).length !== 2) return undefined;
    changed = changed.replace(from, () => to);
  }
  return changed;
}
