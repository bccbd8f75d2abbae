/** `E2E_AUTH_MODE=accounts`: the same browser tests, signed in as an admin. */
export const withAccounts = process.env.E2E_AUTH_MODE === "accounts";

export const browserTestAccount = { email: "browser@example.org", password: "only for the browser tests" };

/** Who acts in the browser, as it is recorded. */
export const browserActor = withAccounts ? `user:${browserTestAccount.email}` : "local";

/** Where the session is kept between signing in and the tests. */
export const sessionFile = ".test/session.json";
