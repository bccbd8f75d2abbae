/** What is wrong with a JSON text, and where; becomes a JsonError. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

/**
 * Reads a JSON text with numbers read by whoever asks, for JSON.parse rounds them. Of duplicate keys the last wins.
 *
 * Strings are cut out whole and read by JSON.parse: put together character by character, a long one would need thirty
 * times its size. It recurses, so the caller makes sure that the text is not nested deeper than the stack can bear.
 *
 * @throws JsonSyntaxError
 */
export function readJson(text: string, readNumber: (text: string) => unknown): unknown {
  const reader = new JsonReader(text, readNumber);
  return reader.readAll();
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const word = /[A-Za-z]+/y;
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class JsonReader {
  #index = 0;

  constructor(
    private readonly text: string,
    private readonly readNumber: (text: string) => unknown,
  ) {}

  readAll(): unknown {
    const value = this.#readValue();
    if (this.#index < this.text.length) this.#fail("End of the text expected");
    return value;
  }

  #readValue(): unknown {
    this.#skipSpace();
    const value = this.#readUnspaced();
    this.#skipSpace();
    return value;
  }

  #readUnspaced(): unknown {
    const character = this.text.charAt(this.#index);
    if (character === "{") return this.#readObject();
    if (character === "[") return this.#readArray();
    if (character === '"') return this.#readString();
    const digits = this.#match(number);
    if (digits !== undefined) return this.readNumber(digits);
    const found = this.#match(word);
    if (found === undefined) return this.#fail("JSON value expected");
    if (words.has(found)) return words.get(found);
    this.#index -= found.length;
    return this.#fail("JSON value expected");
  }

  #readArray(): unknown[] {
    const items: unknown[] = [];
    this.#index++;
    this.#skipSpace();
    if (this.#take("]")) return items;
    do items.push(this.#readValue());
    while (this.#take(","));
    if (!this.#take("]")) this.#fail("Comma or end of array ']' expected");
    return items;
  }

  #readObject(): object {
    const object: Record<string, unknown> = {};
    this.#index++;
    this.#skipSpace();
    if (this.#take("}")) return object;
    do {
      this.#skipSpace();
      if (this.text.charAt(this.#index) !== '"') this.#fail("Quoted object key expected");
      const key = this.#readString();
      this.#skipSpace();
      if (!this.#take(":")) this.#fail("Colon ':' expected after property name");
      setOwn(object, key, this.#readValue());
    } while (this.#take(","));
    if (!this.#take("}")) this.#fail("Comma or end of object '}' expected");
    return object;
  }

  #readString(): string {
    const end = endOfString(this.text, this.#index);
    if (end >= this.text.length) throw new JsonSyntaxError(`End of string '"' expected ${this.#where()}`);
    try {
      const value = JSON.parse(this.text.slice(this.#index, end + 1)) as string;
      this.#index = end + 1;
      return value;
    } catch {
      throw new JsonSyntaxError(`Invalid character or escape in the string that begins ${this.#where()}`);
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#index += found.length;
    return found;
  }

  #skipSpace(): void {
    const character = this.text.charCodeAt(this.#index);
    if (character <= 0x20) this.#match(space);
  }

  #take(character: string): boolean {
    if (this.text.charAt(this.#index) !== character) return false;
    this.#index++;
    return true;
  }

  #fail(what: string): never {
    const character = this.text.charAt(this.#index);
    const got = character === "" ? "reached the end" : `got '${character}'`;
    throw new JsonSyntaxError(`${what} but ${got} ${this.#where()}`);
  }

  #where(): string {
    return `at position ${this.#index}`;
  }
}

/** Makes an own property also of `__proto__`. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The index of the quote that ends the string which begins at `start`; of a text that has none, its length or more. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1;
  return index;
}
