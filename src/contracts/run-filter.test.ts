import { describe, expect, it } from "vitest";
import { timeInput } from "./run-filter";

describe("a time of a filter", () => {
  it.each(["1970-01-01T00:00:00Z", "2026-01-31T09:30:00+02:00", "9999-12-31T23:59:59.999Z"])("may be %s", (text) => {
    expect(timeInput.safeParse(text).success).toBe(true);
  });

  it.each(["1970-01-01T00:00:00+01:00", "9999-12-31T23:59:59-12:00", "2026-02-30T00:00:00Z", "yesterday"])(
    "cannot be %s, which is told once",
    (text) => {
      expect(timeInput.safeParse(text).error?.issues).toHaveLength(1);
    },
  );
});
