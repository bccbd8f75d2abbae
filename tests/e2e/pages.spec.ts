import type { Page } from "@playwright/test";
import { createWorkflow, dyingDefinition, slowDefinition, triggerRun } from "./support/api";
import { lateParts } from "./support/editor";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRefusals,
  expectVisibleColours,
  openPage,
  test,
} from "./support/test";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

interface State {
  width: { width: number; height: number };
  theme: "light" | "dark";
  look: (page: Page) => Promise<void>;
}

/** A theme changes colours only, so that each width is gone through whole once. */
const everyState: State[] = [
  { width: wide, theme: "light", look: expectAccessible },
  { width: wide, theme: "dark", look: expectVisibleColours },
  { width: narrow, theme: "dark", look: expectAccessible },
  { width: narrow, theme: "light", look: expectVisibleColours },
];

/** What opens above a page looks much the same at either width; each theme has it at one of them. */
const layerStates: State[] = [
  { width: wide, theme: "light", look: expectAccessible },
  { width: narrow, theme: "dark", look: expectAccessible },
];

async function expectAccessibleIn(page: Page, states: readonly State[]): Promise<void> {
  for (const { width, theme, look } of states) {
    await page.setViewportSize(width);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await look(page);
    await expectNoSidewaysScroll(page);
  }
}

test.describe("in both themes and at both widths", () => {
  test.describe.configure({ mode: "parallel", timeout: 600_000 });

  test("every page is accessible", async ({ page, request, noise }) => {
    const draft = await createWorkflow(request);
    const active = await createWorkflow(request, { definition: slowDefinition(60), active: true });
    const run = await triggerRun(request, active.id, { amount: 1 });
    const failing = await createWorkflow(request, { definition: dyingDefinition, active: true });
    await triggerRun(request, failing.id);
    const paths = [
      "/",
      "/workflows",
      `/workflows/${draft.id}`,
      `/workflows/${active.id}`,
      `/workflows/${draft.id}?view=outline`,
      `/workflows/${draft.id}?view=json`,
      "/runs",
      `/runs/${run.id}?step=pause`,
      "/dead-letters",
      "/secrets",
      "/docs/api",
      "/nowhere",
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path.includes("/workflows/"))
        await expect(page.locator(".cm-content, .react-flow__pane, ol[aria-label=Nodes]")).toBeVisible(lateParts);
      // With the settings of a node beside it.
      if (path === `/workflows/${draft.id}`) await page.locator(".react-flow__node").last().click();
      if (path.includes("/runs/"))
        await expect(page.getByRole("button", { name: /^pause, Delay/ })).toBeVisible(lateParts);
      if (path === "/") await expect(page.getByRole("figure").locator("svg").first()).toBeVisible(lateParts);
      if (path === "/docs/api") {
        // Whole it is so long that a look at its thousands of elements takes longer than all other pages together; every
        // operation is made of the same parts.
        await page.getByRole("searchbox", { name: "Filter operations and schemas" }).fill("trigger idempotency");
        await expect(page.getByRole("status").filter({ hasText: /^\d entries$/ })).toBeVisible();
      }
      await expectAccessibleIn(page, everyState);
      if (path === "/nowhere") expectRefusals(noise, 404);
    }
  });

  test("so is every dialog and menu", async ({ page, request }) => {
    const active = await createWorkflow(request, { definition: slowDefinition(600), active: true });
    const run = await triggerRun(request, active.id, { amount: 1 });
    const draft = await createWorkflow(request);
    for (const [path, openers] of Object.entries(layersOf(active, draft.id, run.id))) {
      await page.setViewportSize(wide);
      await openPage(page, path);
      for (const open of openers) {
        await open(page);
        await expect(page.locator("[data-layer]")).toBeVisible();
        await expectAccessibleIn(page, layerStates);
        await page.keyboard.press("Escape");
        await expect(page.locator("[data-layer]")).toHaveCount(0);
      }
    }
  });
});

type Opener = (page: Page) => Promise<void>;

/** Every dialog and menu that the pages can open, whatever it takes to get there, by the page's path. */
function layersOf(
  { id, name }: { id: string; name: string },
  draftId: string,
  runId: string,
): Record<string, Opener[]> {
  const button =
    (label: string | RegExp): Opener =>
    (page) =>
      page.getByRole("button", { name: label, exact: true }).first().click();
  const menuItem =
    (menu: string, item: string): Opener =>
    async (page) => {
      await button(menu)(page);
      await page.getByRole("menuitem", { name: item }).click();
      await expect(page.locator("[role=menu]")).toHaveCount(0);
    };
  const key =
    (keys: string): Opener =>
    (page) =>
      page.keyboard.press(keys);
  const ofRow = `Actions for ${name}`;
  const ofSecret = "Actions for HOOK_TOKEN";
  return {
    [`/workflows?q=${encodeURIComponent(name)}`]: [
      key("ControlOrMeta+K"),
      key("?"),
      button("New workflow"),
      button("Import"),
      button(ofRow),
      menuItem(ofRow, "Trigger"),
      menuItem(ofRow, "Archive"),
    ],
    [`/workflows/${id}`]: [button("More actions"), button("Trigger")],
    [`/workflows/${draftId}?view=outline`]: [
      button("Add node"),
      button("How drafts are saved"),
      button("Test run"),
      button("Activate"),
    ],
    [`/runs/${runId}`]: [button("Cancel run")],
    "/secrets": [
      button("New secret"),
      button(ofSecret),
      menuItem(ofSecret, "Replace value"),
      menuItem(ofSecret, "Delete"),
    ],
  };
}

test("each page has its title", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request, { active: true });
  const run = await triggerRun(request, id);
  await page.goto("/");
  await expect(page).toHaveTitle("Dashboard · Workflow Engine");
  await page.goto("/workflows");
  await expect(page).toHaveTitle("Workflows · Workflow Engine");
  await page.goto("/dead-letters");
  await expect(page).toHaveTitle("Dead letters · Workflow Engine");
  await page.goto("/runs");
  await expect(page).toHaveTitle("Runs · Workflow Engine");
  await page.goto(`/workflows/${id}`);
  await expect(page).toHaveTitle(`${name} · Workflow Engine`);
  await page.goto(`/runs/${run.id}`);
  await expect(page).toHaveTitle(`Run ${run.id.slice(-8)} · Workflow Engine`);
});

test("what does not exist is answered with 404 and a way on", async ({ page, noise }) => {
  const cases = [
    ["/nowhere", "This page does not exist"],
    ["/workflows/nothing", "There is no such workflow"],
    ["/runs/01980000-0000-7000-8000-00000000ffff", "There is no such run"],
  ] as const;
  for (const [path, heading] of cases) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  }
  // The browser itself reports each 404.
  expectRefusals(noise, 404);
});

test("the theme is chosen by hand, at once, and from the first paint of the next page", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/workflows");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  const html = await (await page.request.get("/runs")).text();
  expect(html).toContain('data-theme="dark"');
  await page.reload();
  expect(await background()).toBe(dark);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "As the system" }).click();
  expect(await background()).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).toBe(dark);
});

test("on a narrow screen the navigation is a drawer that closes behind one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/workflows");
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("link", { name: "Secrets" }).click();
  await expect(page).toHaveURL(/\/secrets$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the keyboard skips the navigation", async ({ page }) => {
  await page.goto("/workflows");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("button").first()).toBeFocused();
});

test("editor and graph wait for a server that is away while they are loaded", async ({ page, request, noise }) => {
  const { id } = await createWorkflow(request);
  const path = `/workflows/${id}`;
  const html = await (await request.get(path)).text();
  let isAway = true;
  await page.route("**/_next/static/chunks/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return isAway && !html.includes(name) ? route.abort() : route.continue();
  });
  await page.goto(path);
  await expect(page.getByRole("status", { name: "Loading the graph" })).toBeVisible();
  await expect.poll(() => noise.some((line) => line.includes("ERR_FAILED"))).toBe(true);
  isAway = false;
  await expect(page.getByRole("button", { name: "note, Log" })).toBeVisible(lateParts);
  isAway = true;
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText("Loading the editor")).toBeVisible();
  isAway = false;
  await expect(page.locator(".cm-content")).toBeVisible(lateParts);
  expect(noise.splice(0).filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
});
