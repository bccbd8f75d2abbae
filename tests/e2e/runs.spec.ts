import { measureFirstLoad } from "../../scripts/support/first-load";
import { countRuns, createWorkflow, shortDefinition, slowDefinition, triggerRun } from "./support/api";
import { lateParts, replaceText } from "./support/editor";
import { expect, expectAccessible, test } from "./support/test";

const payloadEditor = { name: "Payload as JSON" };

test("a double click starts one run, and leads to it", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  await page.goto(`/workflows/${id}`);
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const editor = dialog.getByRole("textbox", payloadEditor);
  await replaceText(editor, '{ "amount": 1, }');
  await expect(dialog.getByRole("alert")).toContainText("Line 1, column 16");
  await expect(dialog.getByRole("button", { name: "Trigger" })).toBeDisabled();
  await expectAccessible(page);
  await replaceText(editor, '{ "amount": 9007199254740993, "price": 1.10 }');
  await dialog.getByRole("button", { name: "Trigger" }).dblclick();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("status").getByText("Succeeded")).toBeVisible();
  const payload = page.getByRole("region", { name: "Payload", exact: true });
  await expect(payload).toContainText("9007199254740993");
  await expect(payload).toContainText("1.10");
  expect(await countRuns(request, id)).toBe(1);
});

test("a lost answer is asked for again under the same key", async ({ page, request, noise }) => {
  const { id } = await createWorkflow(request, { active: true });
  await page.goto(`/workflows/${id}`);
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", payloadEditor)).toBeVisible();
  await page.route(
    "**/api/trpc/runs.trigger**",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Trigger" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server does not answer.");
  await dialog.getByRole("button", { name: "Trigger" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  expect(await countRuns(request, id)).toBe(1);
  noise.length = 0;
});

/** Reads an amount and a name of its trigger. */
const readingDefinition = {
  ...shortDefinition,
  nodes: [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "log", config: { message: "{{ trigger.amount > 100 }} {{ trigger.customer.name }}" } },
  ],
};

test("a first payload is made from what the workflow reads, and what it lacks is named", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: readingDefinition, active: true });
  const trigger = page.getByRole("button", { name: "Trigger", exact: true });
  await page.goto(`/workflows/${id}`);
  await trigger.click();
  const dialog = page.getByRole("dialog");
  const editor = dialog.getByRole("textbox", payloadEditor);
  await expect(editor).toContainText('"amount": 101');
  await expect(editor).toContainText('"name": "example"');
  await expect(dialog.getByRole("button", { name: "Recent payloads" })).toBeDisabled();
  await replaceText(editor, "{}");
  await expect(dialog.getByText("The workflow reads trigger.amount, trigger.customer.name")).toBeVisible();
  await dialog.getByRole("button", { name: "Sample" }).click();
  await expect(editor).toContainText('"amount": 101');
});

test("a payload of before is taken again, by the keyboard straight to the run", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: readingDefinition, active: true });
  await triggerRun(request, id, { amount: 7, customer: { name: "Ada" } });
  await triggerRun(request, id, { amount: 8, customer: { name: "Grace" } });
  await page.goto(`/workflows/${id}`);
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const editor = dialog.getByRole("textbox", payloadEditor);
  await expect(editor).toContainText('"Grace"');
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Recent payloads" }).click();
  await page.getByRole("menuitem", { name: /Ada/ }).click();
  await expect(editor).toContainText('"Ada"');
  await editor.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("tree", { name: "Payload" })).toContainText("Ada");
});

test("a run is followed without a reload: waiting, then done, with its graph and its details", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request, { definition: slowDefinition(20), active: true });
  const run = await triggerRun(request, id);
  await page.goto(`/runs/${run.id}`);
  const steps = page.getByRole("region", { name: "Steps" });
  const pause = steps.getByRole("button", { name: /pause/ });
  await expect(pause).toContainText("Waiting");
  await expect(pause).toContainText(/wakes in/);
  await expect(page.getByRole("region", { name: "Why is it not moving?" })).toContainText(
    /It waits for a delay.*“pause” waits until .*, as its delay says\./s,
  );
  await expect(page.getByRole("button", { name: "note, Log, Not reached" })).toBeVisible(lateParts);
  await expect(steps.getByRole("button", { name: /note/ })).toContainText("Succeeded", { timeout: 40_000 });
  await expect(page.getByRole("button", { name: "note, Log, Succeeded" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Manual tick" })).toBeHidden();
  await pause.click();
  await expect(page).toHaveURL(/step=pause/);
  const panel = page.getByRole("region", { name: "pause", exact: true });
  await expect(panel.getByRole("tree", { name: "Output" })).toContainText("wake_at");
  await panel.getByRole("tab", { name: "Timing" }).click();
  await expect(page).toHaveURL(/tab=timing/);
  await page.reload();
  await expect(panel.getByRole("tab", { name: "Timing" })).toHaveAttribute("aria-selected", "true");
  await expect(panel.getByText("Waited")).toBeVisible();
  await expect(pause).toHaveAttribute("aria-pressed", "true");
});

test("nodes that were not taken are marked so", async ({ page, request }) => {
  const definition = {
    nodes: [
      { id: "start", type: "trigger", config: {} },
      { id: "big", type: "condition", config: { expression: "trigger.amount > 100" } },
      { id: "yes", type: "log", config: { message: "big" } },
      { id: "no", type: "log", config: { message: "small" } },
    ],
    edges: [
      { source: "start", target: "big" },
      { source: "big", target: "yes", branch: "true" },
      { source: "big", target: "no", branch: "false" },
    ],
  };
  const { id } = await createWorkflow(request, { definition, active: true });
  const run = await triggerRun(request, id, { amount: 5 });
  await page.goto(`/runs/${run.id}`);
  await expect(page.getByRole("button", { name: "yes, Log, Not taken" })).toBeVisible(lateParts);
  await expect(page.getByRole("button", { name: "no, Log, Succeeded" })).toBeVisible();
  await page.getByRole("button", { name: "yes, Log, Not taken" }).click();
  await expect(page).toHaveURL(/step=yes/);
  await expect(page.getByRole("region", { name: "yes", exact: true })).toContainText(
    "This step did not run: “big” chose false, and this is its branch true.",
  );
});

test("a failed run names the step, opens at it, and can be retried", async ({ page, request }) => {
  const nodes = [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "log", name: "A note", config: { message: "{{ trigger.missing }}" } },
  ];
  const { id } = await createWorkflow(request, { definition: { ...shortDefinition, nodes }, active: true });
  const run = await triggerRun(request, id);
  await page.goto(`/runs/${run.id}`);
  const standing = page.getByRole("region", { name: "How it ended" });
  await expect(standing).toContainText("“A note” is dead");
  const panel = page.getByRole("region", { name: "A note" });
  await expect(panel.getByRole("tab", { name: "Error" })).toHaveAttribute("aria-selected", "true");
  await expect(panel).toContainText(`run-${run.id}:node-note`);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Close the step" }).click();
  await expect(panel).toBeHidden();
  // The focus is back where the step was chosen.
  await expect(page.locator(":focus")).toContainText("A note");
  await standing.getByRole("button", { name: "Show the step" }).click();
  await expect(panel).toBeVisible();
  await page.getByRole("button", { name: "Retry run" }).click();
  await expect(page.getByText("The run goes on")).toBeVisible();
  await expect(standing).toContainText("“A note” is dead");
});

test("a run of 500 steps has few rows, and all of them by the keyboard", async ({ page, request }) => {
  const ids = Array.from({ length: 499 }, (_, index) => `n${index + 1}`);
  const nodes = ids.map((id) => ({ id, type: "log", config: { message: id } }));
  const edges = ids.map((id, index) => ({ source: ids[index - 1] ?? "start", target: id }));
  const definition = { nodes: [{ id: "start", type: "trigger", config: {} }, ...nodes], edges };
  const { id } = await createWorkflow(request, { definition, active: true });
  const run = await triggerRun(request, id);
  await page.goto(`/runs/${run.id}`);
  const rows = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("aria-setsize", "500");
  expect(await rows.count()).toBeLessThan(60);
  await rows.first().getByRole("button").focus();
  await page.keyboard.press("End");
  const last = page.getByRole("button", { name: /^n499/ });
  await expect(last).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/step=n498/);
  const panel = page.getByRole("region", { name: "n498", exact: true });
  await expect(panel.getByRole("tree", { name: "Output" })).toContainText("n498");
  await page.keyboard.press("Home");
  await expect(page.getByRole("button", { name: /^start/ }).and(page.locator(":focus"))).toBeVisible();
  // A step that the address names comes into sight, in the list and in the graph.
  await page.goto(`/runs/${run.id}?step=n300`);
  await expect(page.getByRole("button", { name: /^n300Log|^n300 Log/ })).toBeInViewport(lateParts);
  await expect(page.getByRole("button", { name: "n300, Log, Succeeded" })).toBeInViewport(lateParts);
});

test("an HTTP step shows the request that was made, with its secrets hidden", async ({ page, request }) => {
  const key = "RUN_PAGE_TOKEN";
  expect((await request.post("/api/secrets", { data: { key, value: "never-shown-1234" } })).ok()).toBe(true);
  const config = {
    method: "POST",
    url: "{{ app.url }}/api/echo",
    headers: { authorization: `Bearer {{ secrets.${key} }}` },
    body: { amount: "{{ trigger.amount }}" },
  };
  const nodes = [
    { id: "start", type: "trigger", config: {} },
    { id: "note", type: "http_request", name: "Send", config },
  ];
  const { id } = await createWorkflow(request, { definition: { ...shortDefinition, nodes }, active: true });
  const run = await triggerRun(request, id, { amount: 12 });
  await page.goto(`/runs/${run.id}?step=note&tab=request`);
  const panel = page.getByRole("region", { name: "Send" });
  await expect(panel.getByText(/^POST http/)).toContainText("/api/echo", { timeout: 30_000 });
  await expect(panel.getByRole("region", { name: "Headers" })).toContainText(`Bearer secret •••• ${key}`);
  await expect(panel.getByRole("region", { name: "Headers" })).toContainText(`run-${run.id}:node-note`);
  await expect(panel.getByRole("tree", { name: "Body" })).toContainText("12");
  await expectAccessible(page);
  await panel.getByRole("tab", { name: "Output" }).click();
  await expect(panel.getByRole("tree", { name: "Output" })).toContainText("200");
  expect(await page.content()).not.toContain("never-shown-1234");
  await request.delete(`/api/secrets/${key}`);
});

test("the run page loads little JavaScript before it works", async ({ request, baseURL }) => {
  const { id } = await createWorkflow(request, { active: true });
  const run = await triggerRun(request, id);
  const { gzipped, files } = await measureFirstLoad(`${baseURL}/runs/${run.id}`);
  expect(gzipped, JSON.stringify(files)).toBeLessThanOrEqual(300_000);
  // Something was measured at all: React alone is more than that.
  expect(gzipped).toBeGreaterThan(100_000);
});

test("cancelling asks first, and a tick says what it did", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: slowDefinition(600), active: true });
  const run = await triggerRun(request, id);
  await page.goto(`/runs/${run.id}`);
  await expect(page.getByRole("region", { name: "Steps" }).getByText("Waiting")).toBeVisible();
  await page.getByRole("button", { name: "Manual tick" }).click();
  await expect(page.getByText("Nothing was due")).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("button", { name: "Keep it running" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("status").getByText("Cancelled")).toBeHidden();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(page.getByText("The run is cancelled")).toBeVisible();
  // The dialog has a button of that name, and leaves slowly.
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel run" })).toBeHidden();
  await page.getByRole("button", { name: "Trigger again" }).click();
  await expect(page.getByRole("dialog").getByText("The same payload as before.")).toBeVisible();
});

test("the list filters by status and workflow, counts, and shows new runs by itself", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request, { active: true });
  await triggerRun(request, id);
  await page.goto(`/runs?workflow=${id}`);
  await expect(page.getByRole("combobox", { name: "Filter by workflow" })).toContainText(name);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^All\s*1$/ })).toBeVisible();
  await triggerRun(request, id);
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("button", { name: /^Succeeded\s*2$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Failed/ }).click();
  await expect(page.getByText("No runs match these filters")).toBeVisible();
  await expect(page).toHaveURL(/status=failed/);
  await page.getByRole("button", { name: "Show all runs" }).click();
  await expect(page).toHaveURL(/\/runs$/);
});

test("a long list is loaded page by page, also while new runs come in", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  await Promise.all(Array.from({ length: 53 }, () => triggerRun(request, id)));
  await page.goto(`/runs?workflow=${id}`);
  await expect(page.getByRole("row")).toHaveCount(51);
  const more = page.getByRole("button", { name: "Load more" });
  // An update of the list breaks off the page that is on its way.
  await page.route("**/api/trpc/runs.list**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await more.click();
  for (let index = 0; index < 3; index++) await triggerRun(request, id);
  // Somebody reads the end of the list: what is new waits.
  await expect(page.getByRole("row")).toHaveCount(54);
  await page.getByRole("button", { name: "Show 3 new runs" }).click();
  await expect(page.getByRole("row")).toHaveCount(57);
  await expect(page.getByText("56 in all")).toBeVisible();
});
