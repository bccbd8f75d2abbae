import { describe, expect, it } from "vitest";
import { parseContentType } from "./content-type";

describe("a content type", () => {
  it.each([
    [undefined, "", undefined],
    ["", "", undefined],
    ["Text/HTML", "text/html", undefined],
    ["text/html;charset=utf-8", "text/html", "utf-8"],
    ['text/html ; Charset = "UTF-8" ; x=y', "text/html", "UTF-8"],
    ["multipart/mixed; boundary=charset", "multipart/mixed", undefined],
    ["text/plain; xcharset=utf-16; charset=latin1", "text/plain", "latin1"],
    ["text/plain; charset=", "text/plain", undefined],
    ["text/plain; charset=utf-8; charset=latin1", "text/plain", "utf-8"],
  ])("%j", (header, essence, charset) => {
    expect(parseContentType(header)).toEqual({ essence, charset });
  });
});
