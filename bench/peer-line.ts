import { z } from "zod";

const seconds = z.number().nonnegative();
const drained = z.strictObject({
  seconds: z.number().positive(),
  /** of the peer's process */
  cpuSeconds: seconds,
  /** of PostgreSQL, or Redis, or both; left out where there is no /proc */
  serverCpuSeconds: seconds.optional(),
});
const timed = z.strictObject({ milliseconds: z.array(z.number().positive()).min(1) });
const line = z.union([drained, timed]);

/** What a peer prints: how W1 went, or how long each run of W2 or W3 took. */
export type PeerLine = z.infer<typeof line>;

/** Undefined if it is something else that the peer, or a library of its, has printed. */
export function readPeerLine(text: string): PeerLine | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
