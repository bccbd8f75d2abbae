import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor, toPage } from "./page-cursor";

const id = "01980000-0000-7000-8000-0000000000ff";
const row = (milliseconds: number) => ({ id, createdAt: new Date(milliseconds) });

describe("a cursor", () => {
  it("comes back as the position that it was made of", () => {
    for (const milliseconds of [0, 1, 1_790_000_000_123, 253_402_300_799_999]) {
      expect(decodeCursor(encodeCursor(row(milliseconds)))).toEqual(row(milliseconds));
    }
  });

  it("is absent on the first page", () => {
    expect(decodeCursor(undefined)).toBeUndefined();
    expect(decodeCursor(null)).toBeUndefined();
  });

  it.each(["", "x", `${encodeCursor(row(5))}=`, ` ${encodeCursor(row(5))}`, encodeCursor(row(253_402_300_800_000))])(
    "of another making is refused: %j",
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow("The cursor is not valid.");
    },
  );
});

describe("a page", () => {
  it("names the next one only if there is a row more than asked for", () => {
    const rows = [row(3), row(2), row(1)];
    const time = ({ createdAt }: { createdAt: Date }) => createdAt.getTime();
    expect(toPage(rows, 3, time)).toEqual({ items: [3, 2, 1], next_cursor: null });
    expect(toPage(rows, 2, time)).toEqual({ items: [3, 2], next_cursor: encodeCursor(row(2)) });
    expect(toPage([], 2, time)).toEqual({ items: [], next_cursor: null });
  });
});
