import { expect, it } from "vitest";
import { readKeyFlags } from "./key-flags";

it("makes a reader's key that ends after a quarter of a year, unless told otherwise", () => {
  expect(readKeyFlags(["--name", " Shop "])).toEqual({ name: "Shop", role: "viewer", expires_in_days: 90 });
  expect(readKeyFlags(["--name", "Shop", "--role", "admin", "--workflow", "w", "--expires-in-days", "0"])).toEqual({
    name: "Shop",
    role: "admin",
    workflow_id: "w",
  });
  expect(readKeyFlags(["--help"])).toBe("help");
});

it.each([
  [[], /^--name is missing/],
  [["--name", " "], /must not be empty/],
  [["--name", "A", "--role", "owner"], /viewer, editor, admin/],
  [["--name", "A", "--expires-in-days", "soon"], /--expires-in-days is a whole number/],
  [["--name", "A", "--expires-in-days", "9999"], /ten years/],
  [["--name", "A", "--unknown"], /--unknown/],
  [["A"], /positional/i],
])("refuses %j", (args, message) => {
  expect(() => readKeyFlags(args)).toThrow(message);
});
