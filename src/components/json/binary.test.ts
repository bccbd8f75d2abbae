import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { decodeBase64, separateBinaries } from "./binary";

describe("separateBinaries", () => {
  it("finds binary values at any depth and leaves the rest as it is", () => {
    const json = parseJson(
      '{"status":200,"body":{"encoding":"base64","data":"iVBORw==","size":4,"content_type":"image/png"},"list":[{"encoding":"base64"}]}',
    );
    const { value, binaries } = separateBinaries(json);
    expect(binaries).toEqual([{ path: "body", data: "iVBORw==", size: 4, contentType: "image/png" }]);
    expect(value).toEqual({
      status: 200,
      body: { encoding: "base64", data: "(binary)", size: 4, content_type: "image/png" },
      list: [{ encoding: "base64" }],
    });
  });

  it("knows a binary that is the whole value", () => {
    expect(separateBinaries({ encoding: "base64", data: "", size: 0, content_type: "x" }).binaries).toHaveLength(1);
  });
});

describe("decodeBase64", () => {
  it("gives the bytes, or nothing for what is not base64", () => {
    expect(decodeBase64("iVBORw==")).toEqual(new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    expect(decodeBase64("%")).toBeUndefined();
  });
});
