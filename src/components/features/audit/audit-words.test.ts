import { expect, it } from "vitest";
import { actionLabel, describeData } from "./audit-words";

it("says actions in words", () => {
  expect(actionLabel("session.sign_in")).toBe("Session: sign in");
  expect(actionLabel("api_key.revoke")).toBe("API key: revoke");
});

it("says what an entry tells, long lists in part", () => {
  expect(describeData({})).toBe("");
  expect(describeData({ role: "editor", disabled: true, workflow_id: "w" })).toBe(
    "role: editor, disabled: true, workflow id: w",
  );
  expect(describeData({ count: 5, ids: ["a", "b", "c", "d", "e"] })).toBe("count: 5, ids: a b c and 2 more");
});
