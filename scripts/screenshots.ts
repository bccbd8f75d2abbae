import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "./support/chromium";
import { Failure, runCommand } from "./support/failure";
import { fromRoot } from "./support/paths";
import { say } from "./support/progress";

const usage =
  "node --import tsx scripts/screenshots.ts URL   pictures of a running instance with the example workflows";

/** The seed's workflow that waits, calls and succeeds, and the one that always fails. */
const examples = { order: "01980000-0000-7000-8000-000000000001", failing: "01980000-0000-7000-8000-000000000003" };
const themes = ["light", "dark"] as const;

await runCommand(async () => {
  const url = process.argv[2];
  if (!url) throw new Failure(usage);
  const folder = fromRoot("docs/screenshots");
  mkdirSync(folder, { recursive: true });
  const order = await finishedRun(url, examples.order, { amount: 250 });
  const failed = await finishedRun(url, examples.failing, {});
  const pages: Record<string, string> = {
    workflows: "/workflows",
    workflow: `/workflows/${examples.order}`,
    runs: "/runs",
    run: `/runs/${order}`,
    "failed-run": `/runs/${failed}`,
    secrets: "/secrets",
  };
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  for (const theme of themes) await picture(browser, url, folder, theme, pages);
  await browser.close();
  return 0;
});

async function picture(
  browser: Browser,
  url: string,
  folder: string,
  theme: (typeof themes)[number],
  pages: Record<string, string>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
  const page = await context.newPage();
  for (const [name, address] of Object.entries(pages)) {
    await open(page, `${url}${address}`);
    const file = path.join(folder, theme === "light" ? `${name}.png` : `${name}-${theme}.png`);
    await page.screenshot({ path: file, animations: "disabled" });
    say(file);
  }
  await context.close();
}

/** Fonts, the graph and whatever else comes after the load have settled. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(1_500);
}

async function finishedRun(url: string, workflowId: string, payload: object): Promise<string> {
  const response = await fetch(`${url}/api/workflows/${workflowId}/trigger`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  if (!response.ok) throw new Failure(`${url} does not run the example workflows: ${response.status}.`);
  const { id } = (await response.json()) as { id: string };
  for (;;) {
    const run = (await (await fetch(`${url}/api/runs/${id}`)).json()) as { finished_at: string | null };
    if (run.finished_at) return id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
