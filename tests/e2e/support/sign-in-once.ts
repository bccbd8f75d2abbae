import { request } from "@playwright/test";
import { browserTestAccount, sessionFile } from "./auth-mode";

/** Before all tests, where they run with accounts: one admin signs in, and every browser begins with that session. */
export default async function signInOnce(): Promise<void> {
  const baseURL = process.env.E2E_BASE_URL;
  if (!baseURL) throw new Error("playwright.config.ts tells where the app is.");
  const context = await request.newContext({ baseURL });
  // The first admin is made once the server has begun.
  for (;;) {
    const entrance: { needs_set_up: boolean } = await (await context.get("/api/entrance")).json();
    if (!entrance.needs_set_up) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { email, password } = browserTestAccount;
  const answer = await context.post("/api/session", { data: { email, password } });
  if (answer.status() !== 201) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`);
  await context.storageState({ path: sessionFile });
  await context.dispose();
}
