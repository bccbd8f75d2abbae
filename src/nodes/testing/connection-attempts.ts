import { Socket } from "node:net";
import { onCleanup } from "./cleanup";

/**
 * Records the address of every connection that this process tries to make until the test ends, TLS included: looking a
 * name up is no attempt, and nothing needs to listen there.
 */
export function recordConnectionAttempts(): string[] {
  const attempts: string[] = [];
  const original = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    this.on("connectionAttempt", (address: string) => attempts.push(address));
    // Passes on whichever of connect's forms was called.
    return Reflect.apply(original, this, args);
  };
  onCleanup(() => {
    Socket.prototype.connect = original;
  });
  return attempts;
}
