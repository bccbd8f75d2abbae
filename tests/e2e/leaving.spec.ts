import type { Page } from "@playwright/test";
import { createWorkflow } from "./support/api";
import { lateParts, saveByHand, saveStatus } from "./support/editor";
import { expect, test } from "./support/test";

async function edit(page: Page, mark: string): Promise<void> {
  await expect(page.locator(".react-flow__pane")).toBeVisible(lateParts);
  await page.getByLabel("Description").fill(mark);
  await expect(saveStatus(page)).toHaveText("Unsaved changes");
}

test.beforeEach(({ page }) => saveByHand(page));

const question = (page: Page) => page.getByRole("alertdialog", { name: "Save your changes?" });

async function storedDescription(page: Page, id: string): Promise<string> {
  return (await (await page.request.get(`/api/workflows/${id}`)).json()).description;
}

test("a link asks first; staying keeps the edit, leaving discards it", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  await page.goto(`/workflows/${id}`);
  await edit(page, "edited");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("edited");
  await expect(page).toHaveURL(new RegExp(id));

  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/runs$/);
  expect(await storedDescription(page, id)).toBe("");
  await page.goBack();
  await expect(page.getByLabel("Description")).toHaveValue("");
  await expect(saveStatus(page)).toHaveText("Saved");
});

test("reloading and closing the tab ask first", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  await page.goto(`/workflows/${id}`);
  await edit(page, "edited");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload", "beforeunload"]);
  await expect(page.getByLabel("Description")).toHaveValue("edited");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saveStatus(page)).toHaveText("Saved");
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("edited");
  expect(asked).toHaveLength(2);
});

test("Back, pressed twice, asks, and what is saved lands in the workflow that was edited", async ({
  page,
  request,
}) => {
  const one = await createWorkflow(request);
  const two = await createWorkflow(request);
  await page.goto(`/workflows/${one.id}`);
  await page.getByRole("link", { name: "Workflows", exact: true }).first().click();
  await page.getByRole("link", { name: two.name }).click();
  await expect(page).toHaveURL(new RegExp(two.id));
  await edit(page, "for two");
  await page.evaluate(() => window.history.back());
  await expect(question(page)).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(new RegExp(two.id));
  await expect(page.getByLabel("Description")).toHaveValue("for two");
  await page.getByRole("button", { name: "Save and leave" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await expect(page.getByRole("link", { name: one.name })).toBeVisible();
  expect(await storedDescription(page, two.id)).toBe("for two");
  expect(await storedDescription(page, one.id)).toBe("");
});

test("Back without edits just goes back", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  await page.goto("/workflows");
  await page.goto(`/workflows/${id}`);
  await edit(page, "saved");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saveStatus(page)).toHaveText("Saved");
  await page.goBack();
  await expect(page).toHaveURL(/\/workflows$/);
});

test("an edit that cannot be saved does not let one leave unawares", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  await page.goto(`/workflows/${id}`);
  await edit(page, "kept");
  await page.getByRole("textbox", { name: "Name" }).fill("");
  await page.getByRole("link", { name: "Secrets" }).click();
  await page.getByRole("button", { name: "Save and leave" }).click();
  await expect(saveStatus(page)).toHaveText("Could not save");
  await expect(question(page)).toBeHidden();
  await expect(page.getByLabel("Description")).toHaveValue("kept");
});
