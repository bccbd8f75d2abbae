import { createWorkflow, triggerRun, uniqueName } from "./support/api";
import { definitionEditor, saveStatus } from "./support/editor";
import { expect, expectAccessible, expectRefusals, test } from "./support/test";

test("a new workflow needs a name, and is complete enough to be activated", async ({ page }) => {
  const name = uniqueName("Fresh");
  await page.goto("/workflows");
  await page.getByRole("button", { name: "New workflow" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("A workflow needs a name.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("No problems. It can be activated.")).toBeVisible();
  await expect(saveStatus(page)).toHaveText("Saved");
});

test("the list is searched, in its address, and tells how runs end", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request, {
    name: uniqueName("Needle <b>"),
    definition: {
      nodes: [
        { id: "start", type: "trigger", config: {} },
        { id: "note", type: "log", config: { message: "{{ trigger.name }}" } },
      ],
      edges: [{ source: "start", target: "note" }],
    },
    active: true,
  });
  const other = await createWorkflow(request);
  await triggerRun(request, id, { name: "x" });
  await triggerRun(request, id);
  await page.goto("/workflows");
  await expect(page.getByRole("link", { name: other.name })).toBeVisible();
  const words = name.split(" ");
  await page.getByRole("searchbox", { name: "Search workflows" }).fill(`${words.at(-1)} needle`);
  await expect(page.getByRole("link", { name: other.name })).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("50 % of 2");
  await expect(row.getByRole("link", { name: "Failed" })).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === `${words.at(-1)} needle`);
  await page.getByRole("button", { name: "Archived" }).click();
  await expect(page.getByText(`No archived workflows match “${words.at(-1)} needle”`)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Show all workflows" }).click();
  await expect(page.getByRole("link", { name: other.name })).toBeVisible();
  await expect(page).toHaveURL(/\/workflows$/);
});

test("the list is filtered by status, in its address", async ({ page, request }) => {
  const draft = await createWorkflow(request);
  const active = await createWorkflow(request, { active: true });
  await page.goto("/workflows");
  await expect(page.getByRole("link", { name: draft.name })).toBeVisible();
  await page.getByRole("button", { name: "Active", exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByRole("link", { name: active.name })).toBeVisible();
  await expect(page.getByRole("link", { name: draft.name })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: active.name })).toBeVisible();
  await expect(page.getByRole("link", { name: draft.name })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("link", { name: draft.name })).toBeVisible();
});

test("an archived draft comes back by Undo; an active workflow asks first", async ({ page, request }) => {
  const draft = await createWorkflow(request);
  const active = await createWorkflow(request, { active: true });
  await page.goto("/workflows");
  const draftRow = page.getByRole("row").filter({ hasText: draft.name });
  await page.getByRole("button", { name: `Actions for ${draft.name}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(draftRow.getByText("Archived")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(draftRow.getByText("Draft")).toBeVisible();

  // While the question is open, the rest of the page has no roles.
  const activeRow = page.locator("tr").filter({ hasText: active.name });
  await page.getByRole("button", { name: `Actions for ${active.name}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("can no longer be triggered");
  await expect(activeRow.getByText("Active", { exact: true })).toBeAttached();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
  await expect(activeRow.getByText("Archived")).toBeVisible();
});

test("an archived workflow is only for reading, says why, and can be restored", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  await request.post(`/api/workflows/${id}/archive`);
  await page.goto(`/workflows/${id}?view=json`);
  await expect(page.getByText("An archived workflow cannot be edited or triggered.")).toBeVisible();
  await expect(definitionEditor(page)).toHaveAttribute("aria-readonly", "true");
  await expect(page.getByRole("button", { name: "Trigger", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Trigger", exact: true })).toBeVisible();
});

test("a list that cannot be loaded says so and can be tried again", async ({ page, noise }) => {
  await page.goto("/workflows");
  await page.route("**/api/trpc/workflows.list**", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify([
        {
          error: {
            json: {
              message: "Something went wrong.",
              code: -32603,
              data: { appCode: "internal_error", details: null, requestId: "request-1", httpStatus: 500 },
            },
          },
        },
      ]),
    }),
  );
  await page.getByRole("button", { name: "Archived" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toContainText("request-1");
  await page.unroute("**/api/trpc/workflows.list**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeHidden();
  expectRefusals(noise, 500);
});
