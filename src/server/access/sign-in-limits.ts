import { AppError } from "@/core/errors";
import { addressBehindProxies } from "./client-address";
import { networkOf } from "./limit-rate";
import { RateLimiter } from "./rate-limiter";

/** From one place: a few people behind one address may all mistype. */
const perAddress = { burst: 20, perMinute: 10 };
/** At one account, from wherever: what guesses a password has to wait, and its owner waits a minute at most. */
const perAccount = { burst: 10, perMinute: 1 };

/** How often passwords may be tried, in the memory of this process. Always on where there are accounts. */
export class SignInLimits {
  readonly #addresses = new RateLimiter(perAddress);
  readonly #accounts = new RateLimiter(perAccount);

  /**
   * Counts an attempt.
   *
   * @throws AppError `rate_limited`
   */
  take(headers: Headers, trustedProxies: number, email: string): void {
    const address = networkOf(addressBehindProxies(headers, trustedProxies) ?? "unknown");
    const waitMs = this.#addresses.take([address]) || this.#accounts.take([email]);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1_000);
    throw new AppError("rate_limited", `There were too many attempts to sign in. Try again in ${seconds} s.`, {
      retry_after_seconds: seconds,
    });
  }

  /** The attempts of an account that signed in are forgotten. */
  forget(email: string): void {
    this.#accounts.forget(email);
  }
}
