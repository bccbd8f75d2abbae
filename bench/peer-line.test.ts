import { expect, it } from "vitest";
import { readPeerLine } from "./peer-line";

it("reads how a queue was drained, and how long runs took", () => {
  const drained = { seconds: 1.5, cpuSeconds: 0.8, serverCpuSeconds: 1.2 };
  expect(readPeerLine(JSON.stringify(drained))).toEqual(drained);
  const { serverCpuSeconds: _, ...withoutProc } = drained;
  expect(readPeerLine(JSON.stringify(withoutProc))).toEqual(withoutProc);
  expect(readPeerLine('{"milliseconds":[3.5,4]}')).toEqual({ milliseconds: [3.5, 4] });
});

it.each([
  "",
  "DBOS has started",
  "{",
  "null",
  "3",
  '{"level":"warn"}',
  '{"milliseconds":[]}',
  '{"milliseconds":[0]}',
  '{"seconds":0,"cpuSeconds":1}',
  '{"seconds":null,"cpuSeconds":1}',
  '{"seconds":1}',
])("takes %j for something else that was printed", (text) => {
  expect(readPeerLine(text)).toBeUndefined();
});
