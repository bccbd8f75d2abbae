import { mkdirSync } from "node:fs";
import path from "node:path";
import { type APIRequestContext, type Browser, chromium, type Page, request as requests } from "@playwright/test";
import { ensureChromium } from "./support/chromium";
import { makeExampleAccounts, signInAsAdmin } from "./support/example-accounts";
import { Failure, runCommand } from "./support/failure";
import { fromRoot } from "./support/paths";
import { say } from "./support/progress";

const usage = `node --import tsx scripts/screenshots.ts URL [FOLDER [NAME…]]

Pictures of a running instance with the example workflows, every page in both themes and at both widths, into docs/screenshots
or the folder that is given; all of them, or those that are named. The names tell: runs.png, runs-dark.png, runs-narrow.png, runs-narrow-dark.png.

With AUTH_MODE=accounts, and ADMIN_EMAIL and ADMIN_PASSWORD of an admin, also those of signing in, users and API keys.`;

/** The seed's workflows: one that waits, calls and succeeds, a draft, and one that always fails. */
const examples = {
  order: "01980000-0000-7000-8000-000000000001",
  draft: "01980000-0000-7000-8000-000000000002",
  failing: "01980000-0000-7000-8000-000000000003",
};
const themes = ["light", "dark"] as const;
/** A machine that has much else to do takes its time. */
const patienceMs = 180_000;
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

interface Picture {
  /** the page's path */
  path: string;
  /** what is done there before the picture is taken */
  act?: (page: Page) => Promise<void>;
  /** left out: an admin, where there are accounts */
  as?: "nobody";
}

interface Instance {
  url: string;
  request: APIRequestContext;
  hasAccounts: boolean;
}

await runCommand(async () => {
  const [url, folder = fromRoot("docs/screenshots"), ...wanted] = process.argv.slice(2);
  if (!url) throw new Failure(usage);
  mkdirSync(folder, { recursive: true });
  const instance = await enter(url);
  const all = Object.entries(await makePictures(instance));
  const pictures = Object.fromEntries(all.filter(([name]) => wanted.length === 0 || wanted.includes(name)));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  for (const width of ["wide", "narrow"] as const) {
    for (const theme of themes) await takeAll(browser, instance, folder, { theme, width }, pictures);
  }
  await browser.close();
  await instance.request.dispose();
  return 0;
});

async function enter(url: string): Promise<Instance> {
  const request = await requests.newContext({ baseURL: url, timeout: patienceMs });
  const { mode }: { mode: string } = await (await request.get("/api/entrance")).json();
  const hasAccounts = mode === "accounts";
  if (hasAccounts) await signInAsAdmin(request);
  return { url, request, hasAccounts };
}

/** Makes what there is to see first. */
async function makePictures({ request, hasAccounts }: Instance): Promise<Record<string, Picture>> {
  await finishedRun(request, examples.order, { amount: 20 });
  const order = await finishedRun(request, examples.order, { amount: 250 });
  const failed = await finishedRun(request, examples.failing, {});
  const accounts = hasAccounts ? picturesOfAccounts(await makeExampleAccounts(request)) : {};
  return { ...picturesOf({ order, failed }), ...accounts };
}

/** Every page, and what opens above them. */
function picturesOf(runs: { order: string; failed: string }): Record<string, Picture> {
  return {
    workflows: { path: "/workflows" },
    workflow: { path: `/workflows/${examples.order}` },
    editor: { path: `/workflows/${examples.draft}`, act: openExpression },
    outline: { path: `/workflows/${examples.draft}?view=outline`, act: openExpression },
    templates: {
      path: "/workflows",
      act: async (page) => {
        await page.getByRole("button", { name: "New workflow" }).click();
        await page.getByRole("radio", { name: /^Approval by amount/ }).check();
      },
    },
    dashboard: { path: "/?range=1h" },
    runs: { path: "/runs" },
    "dead-letters": { path: "/dead-letters" },
    run: { path: `/runs/${runs.order}` },
    "failed-run": { path: `/runs/${runs.failed}` },
    secrets: { path: "/secrets" },
    audit: { path: "/audit" },
    api: { path: "/docs/api" },
    "not-found": { path: "/nowhere" },
    palette: {
      path: "/workflows",
      act: async (page) => {
        await page.keyboard.press("ControlOrMeta+K");
        await page.getByRole("combobox").fill("order");
      },
    },
    shortcuts: { path: "/workflows", act: (page) => page.keyboard.press("?") },
    import: { path: "/workflows", act: (page) => page.getByRole("button", { name: "Import" }).click() },
    "delete-secret": {
      path: "/secrets",
      act: async (page) => {
        await page.getByRole("button", { name: "Actions for HOOK_TOKEN" }).click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
      },
    },
  };
}

function picturesOfAccounts(invitation: string): Record<string, Picture> {
  const { pathname, hash } = new URL(invitation);
  return {
    "sign-in": { path: "/sign-in", as: "nobody" },
    invitation: { path: `${pathname}${hash}`, as: "nobody" },
    users: { path: "/users" },
    keys: { path: "/keys" },
    "new-key": {
      path: "/keys",
      act: async (page) => {
        await page.getByRole("button", { name: "New key" }).first().click();
        await page.getByRole("dialog").getByLabel("Name").fill("Warehouse");
      },
    },
  };
}

/** The settings of a node, one of its fields opened. */
async function openExpression(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Did it answer\?/ }).click();
  await page.getByRole("textbox", { name: "Expression" }).click();
}

interface Look {
  theme: (typeof themes)[number];
  width: keyof typeof widths;
}

async function takeAll(
  browser: Browser,
  { url, request }: Instance,
  folder: string,
  { theme, width }: Look,
  pictures: Record<string, Picture>,
): Promise<void> {
  const look = { viewport: widths[width], colorScheme: theme };
  const signedIn = await browser.newContext({ ...look, storageState: await request.storageState() });
  const nobody = await browser.newContext(look);
  for (const context of [signedIn, nobody]) context.setDefaultTimeout(patienceMs);
  for (const [name, { path: address, act, as }] of Object.entries(pictures)) {
    const page = await (as === "nobody" ? nobody : signedIn).newPage();
    await page.goto(`${url}${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settle(page);
    if (act) {
      await act(page);
      await settle(page);
    }
    const suffix = `${width === "narrow" ? "-narrow" : ""}${theme === "dark" ? "-dark" : ""}`;
    const file = path.join(folder, `${name}${suffix}.png`);
    await page.screenshot({ path: file, animations: "disabled" });
    say(file);
    await page.close();
  }
  await signedIn.close();
  await nobody.close();
}

/** Fonts, the graph, the editor and whatever else comes after the load have come and settled. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=status]")].every(({ textContent }) => !textContent?.startsWith("Loading")),
  );
  await page.waitForTimeout(1_500);
}

async function finishedRun(request: APIRequestContext, workflowId: string, payload: object): Promise<string> {
  const response = await request.post(`/api/workflows/${workflowId}/trigger`, { data: payload });
  if (!response.ok()) throw new Failure(`It does not run the example workflows: ${response.status()}.`);
  const { id }: { id: string } = await response.json();
  for (;;) {
    const run: { finished_at: string | null } = await (await request.get(`/api/runs/${id}`)).json();
    if (run.finished_at) return id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
