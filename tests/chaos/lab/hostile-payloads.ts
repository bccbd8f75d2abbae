/** Bodies of a trigger that no client should send, by name. */
export const hostilePayloads: Readonly<Record<string, string | Uint8Array>> = {
  "nul escaped": '{"a":"x\\u0000y"}',
  "lone surrogate": '{"a":"\\ud800"}',
  "wide integer": '{"id":1234567890123456789}',
  "wide exponent": '{"n":1e400}',
  "equal keys": '{"a":1,"a":2}',
  "own prototype": '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
  deep: `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "too big": JSON.stringify("x".repeat(10 * 1024 * 1024)),
  "just fits": JSON.stringify("x".repeat(999_000)),
  "many values": `[${"[],".repeat(300_000)}0]`,
  "invalid utf-8": Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  "not json": "{",
};
