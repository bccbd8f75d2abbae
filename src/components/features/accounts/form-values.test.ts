import { expect, it } from "vitest";
import { formErrors } from "./form-values";

const refused = (details: unknown) =>
  Object.assign(new Error("The input is not valid."), { data: { appCode: "validation_error", details } });

it("puts each problem at its field, the first where there are several", () => {
  const error = refused([
    { path: "email", message: "This is no e-mail address." },
    { path: "email", message: "Too long." },
    { path: "elsewhere", message: "Odd." },
  ]);
  expect(formErrors(error, ["email", "password"])).toEqual({
    fields: { email: "This is no e-mail address." },
    rest: undefined,
  });
});

it("tells what belongs to no field for all of them", () => {
  expect(formErrors(refused([{ path: "elsewhere", message: "Odd." }]), ["email"])).toEqual({
    fields: {},
    rest: "The input is not valid.",
  });
  expect(formErrors(null, ["email"])).toEqual({ fields: {}, rest: undefined });
});
