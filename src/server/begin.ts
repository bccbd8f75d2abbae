import { type Env, EnvironmentError, envOrExit, requireAccountSettings, requireSafeAccess } from "@/env";
import { prepareFirstAdmin } from "./access/first-admin";
import { prepareIncomingRequests } from "./incoming-requests";
import { createWebLogger } from "./logger";
import { stopOnSignals } from "./on-signal";

/** What the web process does before it answers the first request. A wrong environment ends it, saying what is wrong. */
export function begin(): void {
  const env = envOrExit();
  refuseUnsafeAccess(env);
  prepareIncomingRequests();
  stopOnSignals();
  if (env.AUTH_MODE === "accounts") void prepareFirstAdmin(env);
}

function refuseUnsafeAccess(env: Env): void {
  try {
    requireSafeAccess(env);
    requireAccountSettings(env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  if (env.AUTH_MODE !== "open") return;
  const { HOST: host, PORT: port } = env;
  createWebLogger(env.LOG_LEVEL).warn(
    { host, port },
    "AUTH_MODE=open: whoever reaches this address may do everything, secrets and requests into your network included",
  );
}
