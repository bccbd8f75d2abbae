import type { Page } from "@playwright/test";
import { openFromList, recordTexts, triggerByHand, watchDocuments } from "./support/seeded";
import { expect, test } from "./support/test";

// Half of its time is the examples' own waiting; a busy machine needs the rest.
test.describe.configure({ timeout: 120_000 });

/** The examples, as the README tells people to try them. */
const step = (page: Page, name: string) =>
  page.getByRole("region", { name: "Steps" }).getByRole("button", { name: new RegExp(`^${name}`) });
const node = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const runStatus = (page: Page, label: string) => page.getByRole("status").getByText(label, { exact: true });
const isNew = <Item>(item: Item, index: number, all: Item[]): boolean => all.indexOf(item) === index;
const attempts = (page: Page) => page.getByRole("list", { name: "Attempts" }).getByRole("listitem");

test("a big order waits, is sent on and ends before one's eyes; a small one is only noted", async ({ page }) => {
  const documents = watchDocuments(page);
  await page.goto("/workflows");
  await openFromList(page, "Order notification");
  const shown = await recordTexts(page, "section[aria-labelledby=steps] li button");
  await triggerByHand(page, '{"amount": 250}');
  await expect(step(page, "Wait")).toContainText("Succeeded", { timeout: 30_000 });
  await expect(step(page, "Notify")).toContainText("Succeeded", { timeout: 30_000 });
  await expect(runStatus(page, "Succeeded")).toBeVisible();
  const inOrder = [/^WaitDelay · Waiting · wakes in /, /^Wait.*Succeeded/, /^Notify.*Succeeded/];
  const texts = await shown();
  expect(texts.flatMap((text) => inOrder.filter((wanted) => wanted.test(text))).filter(isNew)).toEqual(inOrder);
  await expect(node(page, "Note, Log, Not taken")).toBeVisible();
  await step(page, "Notify").click();
  const output = page.getByRole("region", { name: "Output" });
  await expect(output).toContainText("/api/echo");
  await expect(output).not.toContainText("example-hook-token");

  await page.getByRole("link", { name: "Order notification", exact: true }).click();
  await triggerByHand(page, '{"amount": 50}');
  await expect(step(page, "Note")).toContainText("Succeeded");
  await expect(runStatus(page, "Succeeded")).toBeVisible();
  await expect(node(page, "Wait, Delay, Not taken")).toBeVisible();
  await expect(step(page, "Wait")).toContainText("Not taken");
  await step(page, "Note").click();
  await expect(page.getByRole("region", { name: "Output" })).toContainText("small: 50");
  expect(documents).toEqual(["/workflows"]);
});

test("a run that always fails dies, and once retried runs and dies again", async ({ page }) => {
  const documents = watchDocuments(page);
  await page.goto("/workflows");
  await openFromList(page, "Always fails");
  await triggerByHand(page, "{}");
  await expect(step(page, "A broken service")).toContainText("Dead", { timeout: 30_000 });
  await expect(step(page, "A broken service")).toContainText("attempt 2 of 2");
  await expect(runStatus(page, "Failed")).toBeVisible();
  await expect(page.getByRole("region", { name: "How it ended" })).toContainText("“A broken service” is dead");
  await expect(page.getByRole("region", { name: "A broken service" })).toContainText("answered 500");
  await expect(node(page, "Never reached, Log, Not reached")).toBeVisible();
  await page.getByRole("tab", { name: /^Attempts/ }).click();
  await expect(attempts(page)).toHaveCount(2);
  await expect(attempts(page).last()).toContainText("http_status");

  const statuses = await recordTexts(page, "[role=status]");
  await page.getByRole("button", { name: "Retry run" }).click();
  await expect(attempts(page)).toHaveCount(4, { timeout: 30_000 });
  await expect(runStatus(page, "Failed")).toBeVisible();
  expect(await statuses()).toContain("Running");
  await expect(step(page, "A broken service")).toContainText("Dead");
  await expect(page.getByRole("button", { name: "Retry run" })).toBeVisible();
  expect(documents).toEqual(["/workflows"]);
});
