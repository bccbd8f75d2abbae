/**
 * What a page is sent with, in the form in which it is sent: alike objects of a list name their members once, and long
 * texts travel beside the rest, as they are. The page of a run of 500 steps is a quarter shorter so, and each letter of it is
 * encoded, escaped, sent and packed by the server, and read twice.
 */
export type Packed = readonly [value: string, ...texts: string[]];

/** A list: of anything; of objects, as their names and then each one's members; or no list at all, but a long text's place. */
const [anything, text] = [0, 1];

/** Shorter ones cost more beside the rest than in it. */
const longText = 1_000;

/** @param value JSON, as an object */
export function pack(value: object): Packed {
  const texts: string[] = [];
  return [JSON.stringify(packed(value, texts)), ...texts];
}

/** @returns what was packed */
export function unpack<Value extends object>([value, ...texts]: Packed): Value {
  // `pack` made it of such a value.
  return unpacked(JSON.parse(value), texts) as Value;
}

function packed(value: unknown, texts: string[]): unknown {
  if (typeof value === "string" && isBeside(value)) return [text, texts.push(value) - 1];
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return mapMembers(value, packed, texts);
  const shared = sharedNames(value);
  const items: unknown[] = [shared ?? anything];
  for (const item of value) {
    if (shared === undefined) items.push(packed(item, texts));
    else items.push(shared.map((name) => packed(item[name], texts)));
  }
  return items;
}

/** Half of a surrogate pair comes through only where it is escaped, as it is in the rest. */
function isBeside(value: string): boolean {
  return value.length >= longText && !/\p{Surrogate}/u.test(value);
}

function unpacked(value: unknown, texts: string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return mapMembers(value, unpacked, texts);
  const form: unknown = value[0];
  if (form === text) return texts[value[1]];
  const items: unknown[] = [];
  for (let index = 1; index < value.length; index++) {
    const item: unknown = value[index];
    items.push(Array.isArray(form) && Array.isArray(item) ? object(form, item, texts) : unpacked(item, texts));
  }
  return items;
}

function object(names: readonly string[], members: readonly unknown[], texts: string[]): object {
  const made: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) made[names[index] ?? ""] = unpacked(members[index], texts);
  return made;
}

function mapMembers(value: object, change: (member: unknown, texts: string[]) => unknown, texts: string[]): object {
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) made[name] = change(member, texts);
  return made;
}

/** Those of all objects of a list, if it is nothing but objects whose members have the same names, in the same order. */
function sharedNames(list: readonly unknown[]): string[] | undefined {
  const [first] = list;
  if (list.length < 2 || !isObject(first)) return undefined;
  const shared = Object.keys(first);
  const isAlike = (item: unknown) => {
    if (!isObject(item)) return false;
    const own = Object.keys(item);
    return own.length === shared.length && own.every((name, index) => name === shared[index]);
  };
  return list.every(isAlike) ? shared : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
