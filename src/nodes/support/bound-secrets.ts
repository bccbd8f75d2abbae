import type { BoundSecret } from "@/core/executor";
import { namesHost } from "@/core/host-entry";
import { HttpFailure } from "./http-failure";

/**
 * Refuses a request that carries, or may carry, a secret to a host that the secret is not for. After a redirect as well:
 * a body goes along to another host, and so does what the redirecting server makes of what it got.
 *
 * @throws HttpFailure
 */
export function refuseForeignHosts(secrets: readonly BoundSecret[], url: URL): void {
  for (const { key, hosts } of secrets) {
    if (namesHost(new Set(hosts), url)) continue;
    throw new HttpFailure(
      "http_secret_not_allowed",
      `The secret ${key} may only be sent to ${hosts.join(", ")}, so nothing was sent to ${url.host}. If it may be sent there, add that host to the secret.`,
    );
  }
}
