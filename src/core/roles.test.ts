import { expect, it } from "vitest";
import { roleRefusal, roles } from "./roles";

it("lets every role do what the ones before it may, and tells the others what it takes", () => {
  const allowed = roles.map((role) => roles.filter((needed) => roleRefusal(role, needed) === undefined));
  expect(allowed).toEqual([["viewer"], ["viewer", "editor"], ["viewer", "editor", "admin"]]);
  expect(roleRefusal("viewer", "editor")).toBe("This takes an editor; you are a viewer.");
  expect(roleRefusal("editor", "admin")).toBe("This takes an admin; you are an editor.");
});
