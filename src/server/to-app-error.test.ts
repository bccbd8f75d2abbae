import { describe, expect, it } from "vitest";
import { z } from "zod";
import { notFound } from "@/core/errors";
import { JsonError } from "@/core/json";
import { toAppError } from "./to-app-error";

describe("whatever is thrown becomes an error of the one table", () => {
  it("leaves an AppError alone", () => {
    const error = notFound("run", "x");
    expect(toAppError(error)).toBe(error);
  });

  it("lists what does not fit an input", () => {
    const parsed = z.object({ limit: z.number("limit is a number."), name: z.string("name is a text.") }).safeParse({});
    expect(toAppError(parsed.error)).toMatchObject({
      code: "validation_error",
      details: [
        { path: "limit", message: "limit is a number." },
        { path: "name", message: "name is a text." },
      ],
    });
  });

  it("tells invalid JSON", () => {
    expect(toAppError(new JsonError("odd"))).toMatchObject({ code: "invalid_json", message: "odd" });
  });

  it.each([
    ["a refused connection", Object.assign(new Error("x"), { code: "ECONNREFUSED" })],
    ["a server that stops", Object.assign(new Error("x"), { code: "57P01" })],
    ["a server that starts", Object.assign(new Error("x"), { code: "57P03" })],
    ["a lost connection", Object.assign(new Error("x"), { code: "08006" })],
    ["a deadlock", Object.assign(new Error("x"), { code: "40P01" })],
    ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
    ["Prisma's unreachable server", Object.assign(new Error("x"), { code: "P1001" })],
    ["Prisma's exhausted pool", Object.assign(new Error("x"), { code: "P2024" })],
  ])("takes %s for unavailable", (_, error) => {
    expect(toAppError(error).code).toBe("unavailable");
  });

  it.each([new Error("secret detail"), new TypeError("x of undefined"), "a text", null, undefined, { code: "23505" }])(
    "hides %s",
    (thrown) => {
      const error = toAppError(thrown);
      expect(error.code).toBe("internal_error");
      expect(error.message).not.toContain("secret detail");
      expect(error.cause).toBe(thrown);
    },
  );
});
