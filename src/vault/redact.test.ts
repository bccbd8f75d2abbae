import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactNumber, parseJson, stringifyJson } from "@/core/json";
import { createRedactor, shortestRedactedLength } from "./redact";

const password = 's3cr3t&/?"\n';
const token = "tok-ABCDEF";
const both = createRedactor([
  { key: "S", value: password },
  { key: "T", value: token },
]);

/** What servers, libraries and log lines make of a value; each is found wherever it stands. */
const encoders: Record<string, (value: string) => string> = {
  "as it is": (value) => value,
  encodeURIComponent: (value) => encodeURIComponent(value),
  "encodeURIComponent in lower case": (value) =>
    encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  "a form": (value) => new URLSearchParams({ v: value }).toString().slice(2),
  "the query of a URL": (value) => new URL(`http://h/?${value.replaceAll("#", "%23")}`).search.slice(1),
  "a password in a URL": (value) => {
    const url = new URL("http://user@h/");
    url.password = value;
    return url.password;
  },
  JSON: (value) => JSON.stringify(value).slice(1, -1),
  "JSON in ASCII": (value) => asciiJson(value),
  "JSON in JSON": (value) => jsonText(jsonText(value)),
  "JSON in JSON in JSON, in ASCII": (value) => jsonText(jsonText(asciiJson(value))),
  "a URL in a URL": (value) => encodeURIComponent(encodeURIComponent(value)),
  "a form in a URL in JSON": (value) =>
    jsonText(encodeURIComponent(new URLSearchParams({ v: value }).toString().slice(2))),
  "JSON with escaped slashes": (value) => JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/"),
  HTML: (value) =>
    value.replace(
      /[&<>"']/g,
      (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] ?? "&#39;",
    ),
  "HTML with hexadecimal entities": (value) =>
    Array.from(value, (character) =>
      /[A-Za-z0-9]/.test(character) ? character : `&#x${character.codePointAt(0)?.toString(16)};`,
    ).join(""),
  hex: (value) => Buffer.from(value).toString("hex"),
  "hex in upper case": (value) => Buffer.from(value).toString("hex").toUpperCase(),
  base64: (value) => Buffer.from(value).toString("base64"),
  base64url: (value) => Buffer.from(value).toString("base64url"),
  "base64 behind one byte": (value) => Buffer.from(`u${value}`).toString("base64"),
  "base64 behind two bytes": (value) => Buffer.from(`u:${value}`).toString("base64"),
  "base64 behind three bytes, with more to come": (value) => Buffer.from(`us:${value} and more`).toString("base64"),
  "base64 in a URL": (value) => encodeURIComponent(Buffer.from(`u:${value}`).toString("base64")),
  "UTF-8 read as Latin-1": (value) => Buffer.from(value).toString("latin1"),
  "without line ends": (value) => value.replace(/[\r\n]/g, ""),
};

const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1);

function asciiJson(value: string): string {
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

describe("a redactor", () => {
  it.each(Object.entries(encoders))("finds a value in this spelling: %s", (_name, encode) => {
    for (const [key, value] of [
      ["S", password],
      ["T", token],
    ] as const) {
      const spelled = encode(value);
      const redacted = both.text(`before ${spelled} after`);
      expect(redacted).toContain(`{{ secrets.${key} }}`);
      expect(redacted).not.toContain(spelled);
      expect(redacted).toMatch(/^before .* after$/);
    }
  });

  it.each(Object.entries(encoders))("leaves nothing of any value in this spelling: %s", (_name, encode) => {
    // Long enough that no core of it stands in the surroundings by chance.
    const values = fc
      .string({ unit: "grapheme", minLength: 8, maxLength: 40 })
      .filter((value) => value.trim().length >= 8);
    fc.assert(
      fc.property(values, (value) => {
        const redacted = createRedactor([{ key: "K", value }]).text(`§§${encode(value)}§§`);
        expect(redacted).toContain("{{ secrets.K }}");
        // A base64 text may keep the characters of what stood before and behind.
        expect(redacted.replace("{{ secrets.K }}", "").length).toBeLessThanOrEqual(4 + 24);
        expect(redacted).not.toContain(value);
      }),
    );
  });

  it("masks whole base64 headers down to what is not the secret", () => {
    const header = `Basic ${Buffer.from(`user:${token}`).toString("base64")}`;
    expect(both.text(header)).toBe("Basic dXNlcj{{ secrets.T }}");
  });

  it("finds backslashes however often they were doubled, and is not lost among more of them", () => {
    const value = `${"\\".repeat(40)}x`;
    const { text } = createRedactor([{ key: "SLASHES", value }]);
    for (const spelled of [value, jsonText(value), jsonText(jsonText(value)), encodeURIComponent(value)]) {
      expect(text(`before ${spelled} after`)).toBe("before {{ secrets.SLASHES }} after");
    }
    // So many ways to tell them apart would take longer than any test may.
    expect(text(`${"\\".repeat(5_000)}y`)).toBe(`${"\\".repeat(5_000)}y`);
  });

  it.each(["\\", "%", "%25", "&#0", "=", "a", "+", "\\u0022"])("is not held up by a text of many %j", (part) => {
    // Looked at from each place to its end, such a text would take longer than any test may.
    const text = part.repeat(500_000 / part.length);
    const redactor = createRedactor([
      { key: "QUOTED", value: '"quoted" /\\ value%' },
      { key: "LINES", value: "-----BEGIN-----\nabc=\n-----END-----" },
    ]);
    expect(redactor.text(text)).toBe(text);
  });

  it("leaves nothing over of a value that ends with what begins an escape", () => {
    for (const value of ["hunter2%", "hunter2&"]) {
      const { text } = createRedactor([{ key: "K", value }]);
      const inUrl = encodeURIComponent(value);
      for (const spelled of [value, inUrl, encodeURIComponent(inUrl), value.replace("&", "&amp;")]) {
        expect(text(`<${spelled}>`)).toBe("<{{ secrets.K }}>");
      }
    }
  });

  it("finds every place, also where places touch", () => {
    expect(both.text(`${token}${token}, ${token}`)).toBe("{{ secrets.T }}{{ secrets.T }}, {{ secrets.T }}");
  });

  it("covers a value that overlaps itself or another one", () => {
    const redactor = createRedactor([
      { key: "AB", value: "abab" },
      { key: "LONG", value: "babyword" },
      { key: "INNER", value: "word" },
    ]);
    expect(redactor.text("-ababab-")).toBe("-{{ secrets.AB }}-");
    expect(redactor.text("-ababyword-")).toBe("-{{ secrets.LONG }}-");
    expect(redactor.text("-word-")).toBe("-{{ secrets.INNER }}-");
  });

  it("does not look for secrets in the references that it wrote", () => {
    const redactor = createRedactor([
      { key: "A", value: "hunter22" },
      { key: "B", value: "secrets" },
    ]);
    expect(redactor.text("hunter22")).toBe("{{ secrets.A }}");
  });

  it("takes every character of a value for itself", () => {
    const value = "a.c*(x)+[y]{2}|^$\\d";
    const redactor = createRedactor([{ key: "K", value }]);
    expect(redactor.text(`<${value}>`)).toBe("<{{ secrets.K }}>");
    expect(redactor.text("abccx)y]{2}")).toBe("abccx)y]{2}");
  });

  it("leaves values alone that are too short to hide", () => {
    const short = "x".repeat(shortestRedactedLength - 1);
    expect(createRedactor([{ key: "K", value: short }]).text(`${short} ${short}`)).toBe(`${short} ${short}`);
    expect(createRedactor([{ key: "K", value: `${short}x` }]).text(`a ${short}x`)).toBe("a {{ secrets.K }}");
  });

  it("finds the base64 of a four-letter value by itself, but not by chance within binary data", () => {
    const redactor = createRedactor([{ key: "PIN", value: "7391" }]);
    const base64 = Buffer.from("7391").toString("base64");
    expect(redactor.text(`pin=${base64}`)).toBe("pin={{ secrets.PIN }}");
    expect(redactor.text(`AAAA${base64.slice(0, 6)}AAAA`)).toBe(`AAAA${base64.slice(0, 6)}AAAA`);
  });

  it("finds long values, in every spelling, and only whole", () => {
    const value = Array.from({ length: 4_000 }, (_, index) => `line ${index * 7919}\n`)
      .join("")
      .slice(0, 65_536);
    const redactor = createRedactor([{ key: "PEM", value }]);
    for (const encode of [encoders.JSON, encoders.base64, encoders["base64 behind one byte"], encoders.hex]) {
      expect(redactor.text(`[${encode?.(value)}]`)).toMatch(/^\[.{0,2}\{\{ secrets\.PEM \}\}\]$/);
    }
    expect(redactor.text(value.slice(0, 3_000))).toBe(value.slice(0, 3_000));
  });

  it("hides nothing when there is nothing to hide", () => {
    expect(createRedactor([]).text("text")).toBe("text");
    expect(createRedactor([{ key: "K", value: "" }]).text("text")).toBe("text");
  });
});

describe("a redactor of JSON", () => {
  it("reaches every string, key and number, and keeps everything else as it is", () => {
    const redactor = createRedactor([
      { key: "T", value: token },
      { key: "PIN", value: "73914268" },
      { key: "ID", value: "12345678901234567890" },
    ]);
    const value = parseJson(
      `{"a":["x ${token}",{"${token}":1}],"pin":73914268,"id":12345678901234567890,"big":9007199254740993,"__proto__":"${token}","n":null,"t":true}`,
    );
    expect(stringifyJson(redactor.json(value))).toBe(
      '{"a":["x {{ secrets.T }}",{"{{ secrets.T }}":1}],"pin":"{{ secrets.PIN }}","id":"{{ secrets.ID }}","big":9007199254740993,"__proto__":"{{ secrets.T }}","n":null,"t":true}',
    );
  });

  it("does not take a number for a secret that merely is a part of it", () => {
    const redactor = createRedactor([{ key: "PIN", value: "7391" }]);
    expect(redactor.json([173910, new ExactNumber("1.73910")])).toEqual([173910, new ExactNumber("1.73910")]);
  });

  it("keeps both of two keys that become the same", () => {
    expect(both.json({ [token]: 1, [encodeURIComponent(token)]: 2, [Buffer.from(token).toString("hex")]: 3 })).toEqual({
      "{{ secrets.T }}": expect.any(Number),
      "{{ secrets.T }} (2)": expect.any(Number),
    });
  });

  it("returns what holds no secret as the same object", () => {
    const value = { a: [1, { b: "c" }] };
    expect(both.json(value)).toBe(value);
  });

  it("changes no tree that holds no secret", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(both.json(value)).toEqual(value);
      }),
    );
  });
});
