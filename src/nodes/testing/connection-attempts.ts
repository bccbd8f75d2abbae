import { Socket } from "node:net";
import { onTestFinished, vi } from "vitest";

/**
 * Records the address of every connection that this process tries to make until the test ends, TLS included: looking a
 * name up is no attempt, and nothing needs to listen there.
 */
export function recordConnectionAttempts(): string[] {
  const attempts: string[] = [];
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
    this.on("connectionAttempt", (address: string) => attempts.push(address));
    return Reflect.apply(connect, this, args);
  });
  onTestFinished(() => spy.mockRestore());
  return attempts;
}
