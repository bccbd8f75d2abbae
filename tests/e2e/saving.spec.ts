import { createWorkflow } from "./support/api";
import { nodeById, openWorkflow, outgoingHandle, saveStatus, settings, storedDefinition } from "./support/editor";
import { expect, expectRefusals, test } from "./support/test";

test("edits are saved by themselves, a failure is tried again and loses nothing, and leaving meanwhile asks", async ({
  page,
  request,
  noise,
}) => {
  const { id } = await createWorkflow(request);
  await openWorkflow(page, id);
  await page.getByLabel("Description").fill("by itself");
  await expect(saveStatus(page)).toHaveText("Saved");
  await expect
    .poll(async () => (await (await request.get(`/api/workflows/${id}`)).json()).description)
    .toBe("by itself");

  let isAway = true;
  await page.route("**/api/trpc/workflows.save**", (route) => (isAway ? route.abort() : route.continue()));
  await nodeById(page, "note").click();
  const name = settings(page).getByRole("textbox", { name: "Node name" });
  await name.fill("Typed while away");
  await expect(saveStatus(page)).toHaveText("Could not save");
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("saving is tried again");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "Save your changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(name).toHaveValue("Typed while away");
  isAway = false;
  await expect(saveStatus(page)).toHaveText("Saved");
  expect((await storedDefinition(page, id)).nodes[1]?.name).toBe("Typed while away");
  expect(noise.splice(0).filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);

  await page.getByRole("button", { name: "How drafts are saved" }).click();
  await page.getByRole("menuitem", { name: "Save only when I say so" }).click();
  await page.reload();
  await page.getByLabel("Description").fill("by hand");
  await expect(saveStatus(page)).toHaveText("Unsaved changes");
});

test("two tabs on one draft: the later save asks, shows the other version, and loses nothing", async ({
  page,
  request,
  context,
  noise,
}) => {
  const { id } = await createWorkflow(request);
  const second = await context.newPage();
  await openWorkflow(page, id);
  await openWorkflow(second, id);
  await nodeById(page, "note").click();
  await settings(page).getByRole("textbox", { name: "Node name" }).fill("From the first");
  await expect(saveStatus(page)).toHaveText("Saved");

  // The second has not heard of it: it edits what it has.
  await outgoingHandle(second, "note").waitFor();
  await second.getByLabel("Description").fill("from the second");
  const dialog = second.getByRole("dialog", { name: "Someone else saved this workflow" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "See their version" }).click();
  const difference = dialog.getByRole("region", { name: "Their version and yours" });
  await expect(difference).toContainText("From the first");
  await expect(difference).toContainText("description: from the second");
  expect((await storedDefinition(page, id)).nodes[1]?.name).toBe("From the first");
  await dialog.getByRole("button", { name: "Load theirs" }).click();
  await expect(second.getByLabel("Description")).toHaveValue("");
  await expect(second.getByRole("button", { name: "From the first, Log" })).toBeVisible();
  await second.getByRole("button", { name: "Undo" }).click();
  await expect(second.getByLabel("Description")).toHaveValue("from the second");
  await second.close({ runBeforeUnload: false });
  expectRefusals(noise, 409);
});

test("a new workflow can begin as a template, and is tried on its canvas", async ({ page }) => {
  await page.goto("/workflows");
  await page.getByRole("button", { name: "New workflow" }).click();
  const dialog = page.getByRole("dialog", { name: "New workflow" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("From a template");
  await expect(dialog.getByRole("radio")).toHaveCount(10);
  await dialog.getByRole("radio", { name: "Approval by amount" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("No problems. It can be activated.")).toBeVisible();
  await page.getByRole("button", { name: "Test run" }).click();
  await page
    .getByRole("dialog", { name: /^Test run of/ })
    .getByRole("button", { name: "Test run" })
    .click();
  const bar = page.getByRole("region", { name: "Test run" });
  await expect(bar.getByRole("status")).toHaveText(/Succeeded|Failed/);
  await expect(page.getByRole("button", { name: /Expense requested, Trigger, Succeeded/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Recent runs" })).toContainText("Test");
  await bar.getByRole("button", { name: "Hide the test run" }).click();
  await expect(page.getByRole("button", { name: "Expense requested, Trigger", exact: true })).toBeVisible();
});
