import { expect, it } from "vitest";
import { auditExportPath, auditListInput } from "./audit-filters";

it("asks for what was filled in, an address as the user who has it", () => {
  expect(auditListInput({ actor: "", action: null, object: " " })).toEqual({ limit: 50 });
  expect(auditListInput({ actor: " Ada@example.org ", action: "run.retry", object: "42" })).toEqual({
    limit: 50,
    actor: "user:ada@example.org",
    action: "run.retry",
    object_id: "42",
  });
  for (const actor of ["local", "key:wfe_abc", "user:ada@example.org"])
    expect(auditListInput({ actor, action: null, object: "" })).toEqual({ limit: 50, actor });
});

it("exports the same", () => {
  expect(auditExportPath({ actor: "a&b", action: null, object: "" }, "csv")).toBe(
    "/api/audit/export?format=csv&actor=a%26b",
  );
});
