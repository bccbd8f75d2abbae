import type { Page } from "@playwright/test";
import { createWorkflow, dyingDefinition, slowDefinition, triggerRun, uniqueName } from "./support/api";
import { chooseOption } from "./support/choose-option";
import { lateParts } from "./support/editor";
import { triggerByHand } from "./support/seeded";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support/test";

// Journeys over several pages, and a check of each for accessibility: a busy machine takes its time.
test.setTimeout(400_000);

/** Notices are dialogs too, for whoever hears the page. */
const dialogOf = (page: Page) => page.locator('[role="dialog"][data-layer]');

test("a run that fails is retried, found among the dead letters, and retried with all of its kind", async ({
  page,
  request,
}) => {
  const { id, name } = await createWorkflow(request, { definition: dyingDefinition, active: true });
  await page.goto(`/workflows/${id}`);
  await triggerByHand(page, '{ "amount": 1 }');
  await expect(page.getByRole("status").getByText("Failed")).toBeVisible();
  await page.getByRole("button", { name: "Retry run" }).click();
  await expect(page.getByText("The run goes on")).toBeVisible();
  await expect(page.getByRole("status").getByText("Failed")).toBeVisible();
  for (let count = 0; count < 2; count++) await triggerRun(request, id);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dead letters" }).click();
  await page.getByRole("combobox", { name: "Filter by workflow" }).click();
  await page.getByRole("combobox", { name: "Search workflows by name" }).fill(name.toUpperCase());
  await page.getByRole("option", { name }).click();
  await expect(page).toHaveURL(new RegExp(`workflow=${id}`));
  const group = page.getByRole("listitem").filter({ hasText: name });
  await expect(group).toContainText("3 dead steps");
  await expect(group.getByRole("img", { name: /^Over time: at most/ })).toBeVisible();
  await expect(group.getByRole("link", { name: /^Open run / })).toBeVisible();
  await expectAccessible(page);

  await group.getByRole("button", { name: /^Retry all 3/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("Retry 3 runs of this group?");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(dialog).toBeHidden();
  await group.getByRole("button", { name: /^Retry all 3/ }).click();
  await dialog.getByRole("button", { name: "Retry 3 runs" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "3 runs retried" })).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Runs" }).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect
    .poll(async () => {
      const events = await request.get(`/api/runs?workflow_id=${id}&status=failed`);
      return ((await events.json()) as { items: unknown[] }).items.length;
    })
    .toBe(3);
});

test("runs are chosen by the keyboard, cancelled together, and each is told of", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: slowDefinition(600), active: true });
  const runs: string[] = [];
  for (let count = 0; count < 3; count++) runs.push((await triggerRun(request, id)).id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/runs?workflow=${id}`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Choose all runs shown" }).focus();
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Chosen runs" });
  await expect(bar).toContainText("3 chosen");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // One of them is finished by somebody else in the meantime.
  expect((await request.post(`/api/runs/${runs[0]}/cancel`)).status()).toBe(202);
  await bar.getByRole("button", { name: /^Cancel \d unfinished/ }).focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("This cannot be taken back.");
  await dialog.getByRole("button", { name: /^Cancel \d runs$/ }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status").filter({ hasText: "2 runs cancelled" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(page.getByRole("cell", { name: "Cancelled" })).toHaveCount(3);
});

test("everything that matches is retried, however much of it is shown", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: dyingDefinition, active: true });
  await Promise.all(Array.from({ length: 53 }, () => triggerRun(request, id)));
  await page.goto(`/runs?workflow=${id}&status=failed`);
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("checkbox", { name: "Choose all runs shown" }).click();
  const bar = page.getByRole("region", { name: "Chosen runs" });
  await bar.getByRole("button", { name: "Choose all 53 that match" }).click();
  await bar.getByRole("button", { name: "Retry 53 failed" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Retry 53 runs" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "53 runs retried" })).toBeVisible();
});

test("filters stand in the address, and together pick what they say", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  const api = await triggerRun(request, id);
  expect((await request.post(`/api/workflows/${id}/test-run`, { data: {} })).status()).toBe(202);
  await page.goto(`/runs?workflow=${id}`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(3);
  await chooseOption(page.getByRole("combobox", { name: "Filter by trigger" }), "Without tests");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Filter by time/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Last hour" }).click();
  await expect(page).toHaveURL(/trigger=not_test.*within=1h|within=1h.*trigger=not_test/);
  await expect(rows).toHaveCount(2);
  const byId = page.getByRole("textbox", { name: /^Find a run by its id/ });
  await byId.fill("no id");
  await expect(page.getByRole("alert").filter({ hasText: "An id has digits" })).toBeVisible();
  await byId.fill(api.id.slice(-8));
  await byId.press("Enter");
  await expect(page).toHaveURL(/[?&]id=/);
  await expect(rows).toHaveCount(2);
  await byId.fill("00000000");
  await byId.press("Enter");
  await expect(page.getByText("No runs match these filters")).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Filter by time/ }).click();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01T00:00");
  await page.getByLabel("Until").fill("2020-01-02T00:00");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/from=2020.*to=2020/);
  await expect(page.getByText("No runs match these filters")).toBeVisible();
});

test("new runs wait while somebody reads the list, and nothing moves", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  await triggerRun(request, id);
  await page.goto(`/runs?workflow=${id}`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(2);
  await triggerRun(request, id);
  await expect(rows).toHaveCount(3);
  const link = page.getByRole("link", { name: /^Run / }).first();
  const read = await link.textContent();
  await link.focus();
  await triggerRun(request, id);
  const show = page.getByRole("button", { name: "Show 1 new run" });
  await expect(show).toBeVisible();
  await expectAccessible(page);
  await expect(rows).toHaveCount(3);
  await expect(link).toHaveText(read ?? "");
  await show.click();
  await expect(rows).toHaveCount(4);
  await expect(link).not.toHaveText(read ?? "");
});

test("the dashboard counts, leads to just these runs, and tells its charts as a table", async ({ page, request }) => {
  const name = uniqueName("Dashboard");
  const { id } = await createWorkflow(request, { name, definition: dyingDefinition, active: true });
  const test = await createWorkflow(request, { definition: dyingDefinition, active: true });
  for (let count = 0; count < 2; count++) await triggerRun(request, id);
  await request.post(`/api/workflows/${test.id}/test-run`, { data: {} });
  await page.goto("/?range=1h");
  await expect(page).toHaveTitle("Dashboard · Workflow Engine");
  await expect(
    page
      .getByRole("figure", { name: /^Runs over time: / })
      .locator("svg")
      .first(),
  ).toBeVisible(lateParts);
  await expect(page.getByRole("region", { name: "Workers" })).toContainText("Alive");
  await expect(page.getByRole("region", { name: "Queue" })).toContainText("Longest due");
  await page.getByRole("radio", { name: "24 hours" }).click();
  await expect(page).not.toHaveURL(/range=1h/);
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("columnheader", { name: "Succeeded" })).toBeVisible();
  await expectAccessible(page);
  const tile = page.getByRole("list", { name: "Runs by status" }).getByRole("link", { name: /Failed/ });
  const failed = Number((await tile.textContent())?.replace(/\D/g, ""));
  expect(failed).toBeGreaterThanOrEqual(2);
  await tile.click();
  await expect(page).toHaveURL(/\/runs\?.*status=failed/);
  await expect(page.getByRole("button", { name: /^Failed/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("cell", { name: "Test", exact: true })).toHaveCount(0);
});
