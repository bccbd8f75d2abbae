import { signal } from "../support/signal";
import {
  createWorkflow,
  dyingDefinition,
  slowDefinition,
  standingOf,
  statusOf,
  triggerRun,
  uniqueName,
} from "./support/api";
import { lateParts, replaceText } from "./support/editor";
import { ages, expectStill } from "./support/still-page";
import { expect, expectAccessible, openPage, test } from "./support/test";

test("with the keyboard alone the palette finds a workflow and a run, and starts one", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request, { name: uniqueName("Zebra intake"), active: true });
  const run = await triggerRun(request, id);
  const palette = page.getByRole("combobox", { name: "Search and commands" });
  const first = page.getByRole("option").first();
  await openPage(page, "/secrets");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(palette).toBeFocused();
  await expect(page.getByRole("option", { name: "New workflow" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type(`intake ${name.split(" ").at(-1)}`);
  await expect(first).toContainText(name);
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ results?$/ })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/workflows/${id}$`));
  await expect(palette).toBeHidden();

  await page.keyboard.press("ControlOrMeta+K");
  await expect(palette).toBeFocused();
  await page.keyboard.type(run.id.slice(-8));
  await expect(first).toContainText(run.id.slice(-8));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`));

  await page.keyboard.press("ControlOrMeta+K");
  await expect(palette).toBeFocused();
  await page.keyboard.type("start");
  await expect(first).toContainText("Trigger a workflow");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Choose a workflow to trigger" })).toBeVisible();
  await page.keyboard.type("nothing is called like this");
  await expect(page.getByText("No active workflow has such a name or id.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(name);
  await expect(first).toContainText(name);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await replaceText(dialog.getByRole("textbox", { name: "Payload as JSON" }), '{"by":"palette"}');
  await dialog.getByRole("button", { name: "Trigger", exact: true }).press("Enter");
  await expect(page).toHaveURL((url) => url.pathname.startsWith("/runs/") && !url.pathname.endsWith(run.id));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toContainText("palette");
});

test("what is typed before the palette's library is there is not lost", async ({ page, request }) => {
  const html = await (await request.get("/secrets")).text();
  const library = signal();
  await page.route("**/_next/static/chunks/*", async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (!html.includes(name)) await library.given;
    await route.continue();
  });
  await openPage(page, "/secrets");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(page.getByRole("textbox", { name: "Search and commands" })).toBeFocused();
  await page.keyboard.type("dead let");
  library.give();
  const palette = page.getByRole("combobox", { name: "Search and commands" });
  await expect(palette).toBeFocused();
  await page.keyboard.type("ters");
  await expect(palette).toHaveValue("dead letters");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dead-letters$/);
});

test("the palette says when the server cannot be asked, and goes on with what it knows", async ({ page, noise }) => {
  await page.route("**/api/trpc/search.find**", (route) => route.abort());
  await openPage(page, "/workflows");
  await page.getByRole("button", { name: "Search and commands" }).first().click();
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await page.keyboard.type("sec");
  await expect(page.getByRole("alert").filter({ hasText: "could not be searched" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/secrets$/);
  expect(noise.splice(0).filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
});

test("shortcuts are told, go where they say, leave what is typed alone, and single keys can be switched off", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request);
  await openPage(page, "/workflows");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toContainText("Go to Runs");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/secrets$/);
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/workflows$/);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search workflows" });
  await expect(search).toBeFocused();
  await page.keyboard.type("?gs");
  await expect(search).toHaveValue("?gs");
  await expect(dialog).toBeHidden();

  // Unsaved edits are asked about, whichever way one leaves.
  await page.goto(`/workflows/${id}`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Edited");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("alertdialog", { name: "Save your changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Save and leave" }).click();
  await expect(page).toHaveURL(/\/runs$/);

  await page.keyboard.press("?");
  await dialog.getByRole("switch", { name: "Single keys work" }).click();
  await page.keyboard.press("Escape");
  await openPage(page, "/runs");
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("the navigation folds and stays folded from the first paint of the next page", async ({ page }) => {
  await openPage(page, "/workflows");
  await page.getByRole("button", { name: "Fold the navigation" }).click();
  await expect(page.getByRole("button", { name: "Unfold the navigation" })).toBeFocused();
  expect(await (await page.request.get("/runs")).text()).toContain("Unfold the navigation");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Runs" }).click();
  await expect(page).toHaveURL(/\/runs$/);
  await expectAccessible(page);
});

test.describe("times", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("tell their exact form and zone on focus and on hover, in the local zone or in UTC", async ({
    page,
    request,
  }) => {
    const { name, updated_at } = await createWorkflow(request);
    await page.goto(`/workflows?q=${encodeURIComponent(name)}`);
    const time = page.locator(`time[datetime="${updated_at}"]`);
    const exact = (zone: string) => {
      const date = new Date(updated_at);
      const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: zone }).format(date);
      return `${clock}.${updated_at.slice(20, 23)}`;
    };
    const hint = page.locator("[data-open]").filter({ hasText: exact("Asia/Tokyo") });
    await time.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(time).toBeFocused();
    await expect(hint.first()).toContainText("GMT+9");
    await expect(time).toHaveAttribute("aria-description", new RegExp(`${exact("Asia/Tokyo")} GMT\\+9$`));
    await page.keyboard.press("Escape");
    await expect(hint).toHaveCount(0);
    await time.hover();
    await expect(hint.first()).toBeVisible();
    await page.getByRole("radio", { name: "UTC" }).click();
    await expect(time).toHaveAttribute("aria-description", new RegExp(`${exact("UTC")} UTC$`));
    await page.reload();
    await expect(page.getByRole("radio", { name: "UTC" })).toBeChecked();
    await expect(time).toHaveAttribute("aria-description", new RegExp(`${exact("UTC")} UTC$`));
  });

  test("leave everything where it is while they tick, also beside a title that just fits into its line", async ({
    page,
    request,
  }) => {
    const name = uniqueName("Invoices of all customers, and reminders of them");
    const { id } = await createWorkflow(request, { name, active: true });
    const { updated_at }: { updated_at: string } = await (await request.get(`/api/workflows/${id}`)).json();
    await openPage(page, `/workflows/${id}?view=outline`);
    const time = page.locator(`header time[datetime="${updated_at}"]`);
    const parts = [time, page.getByRole("button", { name: "Trigger", exact: true }), page.getByRole("tab").first()];
    /** The header has one line for some of these widths, and two for others. */
    const widths = Array.from({ length: 12 }, (_, index) => 1150 + 16 * index);
    const placesAt = async (ago: number, text: string) => {
      await page.clock.setFixedTime(Date.parse(updated_at) + ago);
      await expect(time).toHaveText(text);
      const places = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const part of parts) places.push(await part.boundingBox());
      }
      return places;
    };
    const [second, minute, hour] = [1_000, 60_000, 3_600_000];
    const places = await placesAt(second, "just now");
    expect(new Set(places.map((place) => place?.y)).size).toBeGreaterThan(parts.length);
    expect(await placesAt(9 * second, "9 s ago")).toEqual(places);
    expect(await placesAt(11 * second, "11 s ago")).toEqual(places);
    expect(await placesAt(58 * second, "58 s ago")).toEqual(places);
    expect(await placesAt(59 * minute, "59 min ago")).toEqual(places);
    expect(await placesAt(23 * hour, "23 h ago")).toEqual(places);
    expect(await placesAt(29 * 24 * hour, "29 days ago")).toEqual(places);
  });

  test("leave lists, rows and the palette as they are while they tick, in wide and in narrow windows", async ({
    page,
    request,
  }) => {
    const name = uniqueName("Nightly reconciliation of invoices");
    const failing = await createWorkflow(request, { name, definition: dyingDefinition, active: true });
    for (const invoice of [1, 2]) {
      const { id } = await triggerRun(request, failing.id, { invoice });
      await expect.poll(() => statusOf(request, id)).toBe("failed");
    }
    const main = page.getByRole("main");
    for (const path of [
      `/workflows?q=${encodeURIComponent(name)}`,
      `/workflows/${failing.id}?view=outline`,
      `/runs?workflow=${failing.id}`,
      `/dead-letters?workflow=${failing.id}`,
    ]) {
      await openPage(page, path);
      await expectStill(main, main.locator("time").first());
    }
    await page.keyboard.press("ControlOrMeta+K");
    const palette = page.locator("[data-layer]");
    await page.getByRole("combobox", { name: "Search and commands" }).fill(name);
    await expect(palette.locator("time")).toHaveCount(2);
    await expectStill(palette, palette.locator("time").first());
  });

  test("leave the page of a run as it is while it waits: its facts, why it waits, and its steps", async ({
    page,
    request,
  }) => {
    const days = 30;
    const { id } = await createWorkflow(request, { definition: slowDefinition(days * 24 * 3_600), active: true });
    const run = await triggerRun(request, id);
    // A run is `running` a moment before its delay begins, and a page that opens meanwhile tells of a worker first.
    await expect.poll(() => standingOf(request, run.id)).toBe("waiting_for_delay");
    const main = page.getByRole("main");
    for (const tab of ["timing", "attempts"]) {
      await openPage(page, `/runs/${run.id}?step=pause&tab=${tab}`);
      await expect(page.getByRole("region", { name: "Why is it not moving?" })).toContainText("It waits for a delay");
      await expect(page.getByRole("button", { name: /^pause, Delay/ })).toBeVisible(lateParts);
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      // Until the delay is over: then the page tells something else.
      await expectStill(main, main.locator("time").first(), ages.slice(0, -1));
    }
  });
});
