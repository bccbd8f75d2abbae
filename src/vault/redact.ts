import { type Spelling, spellingsOf } from "./spellings";

export interface SecretValue {
  key: string;
  value: string;
}

/** Puts `{{ secrets.KEY }}` wherever the value of that secret stands, however it is spelled (see spellings.ts). */
export interface Redactor {
  text(text: string): string;
  /** the same in every string, object key and number of a JSON tree; what holds no secret is returned as it is */
  json<Value>(value: Value): Value;
}

/**
 * Values shorter than this are not hidden: they are found everywhere, hiding them would destroy the data around them,
 * and whoever sees the holes could read them off.
 */
export const shortestRedactedLength = 4;

/**
 * Where values overlap, everything that any of them covers is replaced, once, by the reference to the longest, so that
 * no part of another one is left over.
 */
export function createRedactor(secrets: readonly SecretValue[]): Redactor {
  const patterns = secrets
    .flatMap(({ key, value }) => variantsOf(value).map((variant) => ({ key, value: variant })))
    .sort((one, other) => other.value.length - one.value.length)
    .map(({ key, value }) => ({
      value,
      reference: `{{ secrets.${key} }}`,
      matchers: spellingsOf(value).map(createMatcher),
    }));

  const redactText = (text: string): string => {
    const found = patterns.flatMap(({ reference, matchers }, rank) =>
      matchers.flatMap((matcher) => matcher(text).map((range) => ({ ...range, reference, rank }))),
    );
    return found.length === 0 ? text : replaceRanges(text, found);
  };

  const redactNumber = (text: string): string | undefined => patterns.find(({ value }) => value === text)?.reference;

  // Each branch answers a value of the type that it was given, or the text that stands for it.
  const redactValue = (value: unknown): unknown => {
    if (typeof value === "string") return redactText(value);
    if (typeof value === "number") return redactNumber(String(value)) ?? value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return redactArray(value, redactValue);
    // Numbers that keep their digits are objects with a prototype of their own.
    if (!isPlainObject(value)) return redactNumber(String(value)) ?? value;
    return redactObject(value, redactText, redactValue);
  };

  return {
    text: redactText,
    // A redacted tree keeps its shape; only strings change (and numbers that are a secret become strings).
    json: <Value>(value: Value) => (patterns.length === 0 ? value : (redactValue(value) as Value)),
  };
}

/** What is left of a value where line ends or surrounding blanks are dropped on the way, as in URLs and headers. */
function variantsOf(value: string): string[] {
  const variants = new Set([value, value.trim(), value.replace(/[\t\r\n]/g, "")]);
  return [...variants].filter((variant) => variant.length >= shortestRedactedLength);
}

interface Range {
  start: number;
  end: number;
}

/** How much of a spelling goes into one regular expression; secrets may be long and expressions may not. */
const atomsInOneExpression = 256;

/** Finds all places of a spelling; those that overlap each other as one. */
function createMatcher(spelling: Spelling): (text: string) => Range[] {
  const sources: string[] = [];
  for (let index = 0; index < spelling.length; index += atomsInOneExpression) {
    sources.push(spelling.slice(index, index + atomsInOneExpression).join(""));
  }
  const [head = "", ...tails] = sources;
  const headExpression = new RegExp(head, "g");
  const tailExpressions = tails.map((source) => new RegExp(source, "y"));

  const endAfterTails = (text: string, end: number): number | undefined => {
    let position = end;
    for (const expression of tailExpressions) {
      expression.lastIndex = position;
      if (!expression.test(text)) return undefined;
      position = expression.lastIndex;
    }
    return position;
  };

  return (text) => {
    const ranges: Range[] = [];
    headExpression.lastIndex = 0;
    for (let match = headExpression.exec(text); match; match = headExpression.exec(text)) {
      const end = endAfterTails(text, headExpression.lastIndex);
      const last = ranges.at(-1);
      if (end !== undefined && last && match.index < last.end) last.end = Math.max(last.end, end);
      else if (end !== undefined) ranges.push({ start: match.index, end });
      headExpression.lastIndex = match.index + 1;
    }
    return ranges;
  };
}

function replaceRanges(text: string, found: readonly (Range & { reference: string; rank: number })[]): string {
  const ranges = [...found].sort((one, other) => one.start - other.start || one.rank - other.rank);
  const pieces: string[] = [];
  let position = 0;
  for (let index = 0; index < ranges.length; ) {
    const group = growingGroup(ranges, index);
    pieces.push(text.slice(position, group.start), group.reference);
    position = group.end;
    index = group.next;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}

/** The ranges from `index` on that overlap one another, as one range with the reference of the longest secret. */
function growingGroup(ranges: readonly (Range & { reference: string; rank: number })[], index: number) {
  const group = { start: 0, end: 0, reference: "", rank: Number.POSITIVE_INFINITY, next: index };
  for (let range = ranges[group.next]; range; range = ranges[group.next]) {
    if (group.next === index) group.start = range.start;
    else if (range.start >= group.end) break;
    group.end = Math.max(group.end, range.end);
    if (range.rank < group.rank) {
      group.rank = range.rank;
      group.reference = range.reference;
    }
    group.next += 1;
  }
  return group;
}

function redactArray(items: readonly unknown[], redactValue: (value: unknown) => unknown): readonly unknown[] {
  const redacted = items.map(redactValue);
  return redacted.some((item, index) => item !== items[index]) ? redacted : items;
}

function redactObject(
  value: object,
  redactText: (text: string) => string,
  redactValue: (value: unknown) => unknown,
): object {
  const entries = Object.entries(value);
  const redacted = new Map<string, unknown>();
  let changed = false;
  for (const [key, item] of entries) {
    const newKey = unusedKey(redactText(key), redacted);
    const newItem = redactValue(item);
    changed ||= newKey !== key || newItem !== item;
    redacted.set(newKey, newItem);
  }
  // fromEntries defines own properties, so that a key `__proto__` stays data.
  return changed ? Object.fromEntries(redacted) : value;
}

/** Two keys that became the same reference are both kept. */
function unusedKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let candidate = key;
  for (let count = 2; taken.has(candidate); count++) candidate = `${key} (${count})`;
  return candidate;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
