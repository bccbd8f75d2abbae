import { expect, it } from "vitest";
import { keyState } from "./key-state";

const at = "2026-01-31T09:30:00.000Z";
const time = Date.parse(at);

it("tells a key that is valid from one that is revoked or too old", () => {
  expect(keyState({ revoked_at: null, expires_at: null }, time)).toBe("valid");
  expect(keyState({ revoked_at: null, expires_at: at }, time - 1)).toBe("valid");
  expect(keyState({ revoked_at: null, expires_at: at }, time)).toBe("expired");
  expect(keyState({ revoked_at: at, expires_at: at }, time + 1)).toBe("revoked");
});
