import type { APIRequestContext, Browser, Page, PlaywrightWorkerArgs } from "@playwright/test";
import { OwnApp } from "./own-app";
import { test as base, expect } from "./test";

interface Person {
  name: string;
  email: string;
  password: string;
}

/** Those who are used by more than one test. */
export const people = {
  admin: { name: "Ada Lovelace", email: "ada@example.org", password: "a long walk by the sea" },
  editor: { name: "Eva Editor", email: "eva@example.org", password: "an editor of many words" },
  viewer: { name: "Vic Viewer", email: "vic@example.org", password: "a viewer of many things" },
} as const satisfies Record<string, Person>;
/** Said everywhere: left out, a new context has the cookies of the test that makes it. */
export const nobody = { cookies: [], origins: [] };

/** What of Playwright makes contexts. */
type Playwright = Pick<PlaywrightWorkerArgs["playwright"], "request">;

export type Who = keyof typeof people;

/** The product with accounts, and one session of each person that is used again and again: sign-ins are counted. */
export class AccountsApp {
  readonly #states = new Map<Who, Awaited<ReturnType<APIRequestContext["storageState"]>>>();
  readonly own: OwnApp;

  private constructor(own: OwnApp) {
    this.own = own;
  }

  static async create(): Promise<AccountsApp> {
    return new AccountsApp(await OwnApp.create({ AUTH_MODE: "accounts", WORKER_POLL_INTERVAL_MS: "200" }));
  }

  get url(): string {
    return this.own.url;
  }

  /** The link that is printed while nobody can sign in. */
  async welcomeLink(): Promise<string> {
    const find = () => /http[^\s"]*\/welcome#[\w.~-]+/.exec(this.own.output)?.[0];
    await expect.poll(find).toBeDefined();
    return find() ?? "";
  }

  /** In a context of its own: a sign-in ends the session that comes along. */
  async stateOf(who: Who, { request: contexts }: Playwright) {
    const known = this.#states.get(who);
    if (known) return known;
    const request = await contexts.newContext({ baseURL: this.url, storageState: nobody });
    if (!(await isUser(request, people[who]))) await this.#join(who, request, { request: contexts });
    const state = await request.storageState();
    await request.dispose();
    this.#states.set(who, state);
    return state;
  }

  /** For tests that run alone; in their order, people have come by the pages. */
  async #join(who: Who, request: APIRequestContext, playwright: Playwright): Promise<void> {
    const { name, email, password } = people[who];
    if (who === "admin") {
      const code = new URL(await this.welcomeLink()).hash.slice(1);
      expect((await request.post("/api/set-up", { data: { code, name, email, password } })).status()).toBe(201);
      return;
    }
    const { cookies } = await this.stateOf("admin", playwright);
    const cookie = cookies.map((one) => `${one.name}=${one.value}`).join("; ");
    const invited = await request.post("/api/invitations", { headers: { cookie }, data: { email, role: who } });
    const { url }: { url: string } = await invited.json();
    const token = new URL(url).hash.slice(1);
    const accepted = await request.post("/api/invitations/accept", { data: { token, name, password } });
    expect(accepted.status()).toBe(201);
  }

  /** Their sessions have ended. */
  forget(who: Who): void {
    this.#states.delete(who);
  }
}

/** Signs in as well, if they are. */
async function isUser(request: APIRequestContext, { email, password }: Person): Promise<boolean> {
  return (await request.post("/api/session", { data: { email, password } })).status() === 201;
}

export async function signInByApi(request: APIRequestContext, { email, password }: Person): Promise<void> {
  const response = await request.post("/api/session", { data: { email, password } });
  expect(response.status()).toBe(201);
}

interface Fixtures {
  /** who the page and its requests belong to */
  who: Who | undefined;
}

/** Tests of one app with accounts. They build on each other: who is invited in one signs in in the next. */
export const test = base.extend<Fixtures, { app: AccountsApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => {
      const app = await AccountsApp.create();
      await use(app);
      await app.own.remove();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  who: [undefined, { option: true }],
  baseURL: async ({ app }, use) => use(app.url),
  storageState: async ({ app, who, playwright }, use) => {
    if (who === undefined) return use(nobody);
    await use(await app.stateOf(who, playwright));
  },
});

/** A window of somebody else beside the test's own page. */
export async function openWindow(browser: Browser, app: AccountsApp): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, storageState: nobody });
  return context.newPage();
}

export const accountMenu = (page: Page) => page.getByRole("button", { name: /^Account: / });
