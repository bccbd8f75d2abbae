/*
 * How a secret may be spelled by whoever sends it back: as it is, escaped for a URL, for JSON or for HTML, again and
 * again where one text stands inside another, in hex, or in base64 by itself or inside a longer text. A spelling is a
 * sequence of atoms, each the source of a regular expression for one character of the secret.
 */
export type Spelling = readonly string[];

/**
 * Base64 cores shorter than this occur by chance in binary data: of such short secrets only a base64 text of its own is
 * recognised.
 */
const shortestBase64Core = 6;

/** Every spelling of a value. Percent, JSON and HTML escapes may be mixed, so they make one spelling together. */
export function spellingsOf(value: string): Spelling[] {
  const bytes = Buffer.from(value, "utf8");
  return [escapedSpelling(value), hexSpelling(bytes), ...base64Spellings(bytes)];
}

function escapedSpelling(value: string): Spelling {
  // A run of backslashes is one atom: were each one spelled by itself, a text of many could be split among them in more
  // ways than anybody can try.
  return (value.match(/\\+|[^\\]/gsu) ?? []).map((characters) => {
    // No encoder escapes letters and digits.
    if (/^[A-Za-z0-9]$/.test(characters)) return characters;
    return characters.startsWith("\\") ? backslashes(characters.length) : escapedCharacter(characters);
  });
}

/**
 * How often JSON may stand inside JSON. It is bounded because a text may hold any number of backslashes: each place in
 * it would be looked at again from every one before.
 */
const deepestJson = 4;
/** Before an escaped character: one more than twice as many with each level. */
const someBackslashes = `\\\\{1,${2 ** deepestJson - 1}}`;

/** Each encoder doubles them. */
function backslashes(count: number): string {
  const others = [percentEncoded("\\"), jsonEscaped("\\"), numericEntity("\\")].map((one) => `(?:${one}){${count}}`);
  return `(?:\\\\{${count},${count * 2 ** deepestJson}}|${others.join("|")})`;
}

function escapedCharacter(character: string): string {
  const spellings = [
    percentEncoded(character),
    jsonEscaped(character),
    ...(shortJsonEscapes[character] ?? []).map((letter) => `${someBackslashes}${literal(letter)}`),
    // A form writes a space as a plus sign, which a URL around it escapes.
    ...(character === " " ? [literal("+"), percentEncoded("+")] : []),
    ...(htmlEntities[character] ?? []).map(literal),
    numericEntity(character),
    // UTF-8 that was read as Latin-1, as header values are
    ...(character > "\u007f" ? [literal(Buffer.from(character, "utf8").toString("latin1"))] : []),
    // Last: % and & begin what stands for them, of which nothing is to be left over.
    literal(character),
  ];
  return `(?:${spellings.join("|")})`;
}

/** What stands behind the backslash, or behind several where JSON stands inside JSON. */
const shortJsonEscapes: Readonly<Record<string, readonly string[]>> = {
  '"': ['"'],
  "/": ["/"],
  "\b": ["b"],
  "\f": ["f"],
  "\n": ["n"],
  "\r": ["r"],
  "\t": ["t"],
};

const htmlEntities: Readonly<Record<string, readonly string[]>> = {
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  '"': ["&quot;"],
  "'": ["&apos;"],
};

function percentEncoded(character: string): string {
  return Array.from(Buffer.from(character, "utf8"), (byte) => `%(?:25)*${anyCase(hex(byte, 2))}`).join("");
}

function jsonEscaped(character: string): string {
  return character
    .split("")
    .map((unit) => `${someBackslashes}u${anyCase(hex(unit.charCodeAt(0), 4))}`)
    .join("");
}

function numericEntity(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `&#(?:0*${codePoint}|[xX]0*${anyCase(codePoint.toString(16))});`;
}

function hexSpelling(bytes: Buffer): Spelling {
  return Array.from(bytes, (byte) => anyCase(hex(byte, 2)));
}

/**
 * The base64 of a value inside a longer one depends on how many bytes stand before it, modulo three. Of each of the
 * three spellings the characters that hold nothing but the value's bits are fixed; a character at an edge that also
 * holds a neighbour's bits may be any.
 */
function base64Spellings(bytes: Buffer): Spelling[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const firstWhole = Math.ceil((before * 8) / 6);
    const endOfWhole = Math.floor(((before + bytes.length) * 8) / 6);
    const core = text.slice(firstWhole, endOfWhole);
    if (core.length < shortestBase64Core) return before === 0 ? [base64TextOfItsOwn(text)] : [];
    const leftEdge = before === 0 ? [] : [`${anyBase64}?`];
    const rightEdge = (before + bytes.length) % 3 === 0 ? [] : [`${anyBase64}?${base64Padding}`];
    return [[...leftEdge, ...Array.from(core, base64Atom), ...rightEdge]];
  });
}

const anyBase64 = "[A-Za-z0-9+/_-]";
const base64Padding = "(?:(?:=|%(?:25)*3[dD]){1,2})?";

function base64TextOfItsOwn(text: string): Spelling {
  const significant = text.replace(/=+$/, "");
  return [`(?<!${anyBase64})`, ...Array.from(significant, base64Atom), `${base64Padding}(?!${anyBase64})`];
}

/** Both alphabets, and what a URL or JSON makes of their signs. */
function base64Atom(character: string): string {
  if (character === "+") return "(?:[+-]|%(?:25)*2[bB])";
  if (character === "/") return `(?:[/_]|${someBackslashes}/|%(?:25)*2[fF])`;
  return character;
}

function literal(text: string): string {
  return text
    .split("")
    .map((unit) => (/^[A-Za-z0-9]$/.test(unit) ? unit : `\\u${hex(unit.charCodeAt(0), 4)}`))
    .join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function anyCase(hexDigits: string): string {
  return hexDigits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
