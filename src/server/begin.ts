import { envOrExit } from "@/env";
import { prepareIncomingRequests } from "./incoming-requests";
import { stopOnSignals } from "./on-signal";

/** What the web process does before it answers the first request. A wrong environment ends it, saying what is wrong. */
export function begin(): void {
  envOrExit();
  prepareIncomingRequests();
  stopOnSignals();
}
