import type { Page } from "@playwright/test";
import { createWorkflow, triggerRun } from "./support/api";
import { chooseOption } from "./support/choose-option";
import { openWorkflow, saveByHand, saveStatus, settings, storedDefinition } from "./support/editor";
import { expect, expectAccessible, test } from "./support/test";

test.beforeEach(({ page }) => saveByHand(page));

/** Everything is done with keys: what has the focus is what gets them. Goes the shorter way, forwards or back. */
async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as "button", { name, exact: typeof name === "string" }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    const key = await wanted.evaluate((element) => {
      const focused = document.activeElement ?? document.body;
      if (element === focused) return undefined;
      return element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
    });
    if (key === undefined) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not lead to ${role} ${name}.`);
}

async function press(page: Page, role: string, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Adds a node behind another, by the letters of its type. */
async function addAfter(page: Page, after: string, letters: string, id: string): Promise<void> {
  await press(page, "button", `Add after ${after}`);
  await expect(page.getByRole("combobox", { name: "Find a node type" })).toBeFocused();
  await page.keyboard.type(letters);
  await page.keyboard.press("Enter");
  await expect(page.locator(`[data-node="${id}"]`)).toBeFocused();
}

/** Writes into a field of the settings that an editor takes the place of. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await expect(page.locator(".cm-content:focus")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
  // Completion, if it has opened, closes first.
  await page.keyboard.press("Escape");
}

async function setText(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

test("the seeded workflow is built in the outline with the keyboard alone, and runs", async ({ page, request }) => {
  test.setTimeout(240_000);
  const { id } = await createWorkflow(request, { definition: { nodes: [], edges: [] } });
  await openWorkflow(page, id, "outline");
  await press(page, "button", "Add node");
  await page.keyboard.type("trigger");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-node="start"]')).toBeFocused();
  await addAfter(page, "start", "condition", "condition");
  await press(page, "button", "Settings of condition");
  await setText(page, "Node id", "big");
  await page.keyboard.press("Enter");
  await write(page, "Expression", "{{ trigger.amount }} > 100");
  await expect(settings(page).getByText("Character")).toBeHidden();

  await addAfter(page, "big", "delay", "wait");
  await press(page, "button", "Settings of wait");
  await setText(page, "Duration", "0");
  await addAfter(page, "wait", "http", "request");
  await press(page, "button", "Settings of request");
  await setText(page, "Node name", "Notify");
  await write(page, "URL", "{{ app.url }}/api/echo");
  await press(page, "button", "Add header");
  await setText(page, "Name of header 1", "x-amount");
  await write(page, "Value of x-amount", "{{ trigger.amount }}");

  // The other branch: a node of its own, connected by hand.
  await press(page, "button", "Add node");
  await page.keyboard.type("log");
  await page.keyboard.press("Enter");
  await press(page, "button", "Settings of log");
  await write(page, "Message", "small: {{ trigger.amount }}");
  await press(page, "button", /^big/);
  await expect(settings(page).getByRole("textbox", { name: "Node id" })).toHaveValue("big");
  await press(page, "combobox", "Connect to");
  // A list hears keys once it is open.
  await expect(page.locator('[role="option"][data-highlighted]')).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("option", { name: "log" })).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(settings(page).getByRole("combobox", { name: "Connect to" })).toHaveText("log");
  await press(page, "button", "Connect");
  const connections = settings(page).getByRole("region", { name: "Connections" });
  await expect(connections.getByRole("button", { name: "log", exact: true })).toBeVisible();

  // Reorder, delete and bring back.
  await tabTo(page, "button", /^log/);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.locator('[data-node="log"]')).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.locator('[data-node="log"]')).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page.locator('[data-node="log"]')).toBeVisible();
  await expect(page.getByText("No problems. It can be activated.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Saved");

  const stored = await storedDefinition(page, id);
  expect(stored.nodes.map((node) => [node.id, node.config])).toEqual([
    ["start", {}],
    ["big", { expression: "{{ trigger.amount }} > 100" }],
    ["wait", { seconds: 0 }],
    ["log", { message: "small: {{ trigger.amount }}" }],
    ["request", { url: "{{ app.url }}/api/echo", headers: { "x-amount": "{{ trigger.amount }}" } }],
  ]);
  expect(stored.edges).toEqual([
    { source: "start", target: "big" },
    { source: "big", target: "wait", branch: "true" },
    { source: "wait", target: "request" },
    { source: "big", target: "log", branch: "false" },
  ]);
  await press(page, "button", "Activate");
  await page.getByRole("alertdialog").waitFor();
  await press(page, "button", "Activate");
  await expect(page.getByText("An active workflow cannot be edited")).toBeVisible();
  const run = await triggerRun(request, id, { amount: 250 });
  await expect(async () => {
    const { status, steps } = await (await request.get(`/api/runs/${run.id}`)).json();
    expect(status).toBe("succeeded");
    expect(steps.at(-1).output.body.headers["x-amount"]).toBe("250");
  }).toPass();
});

test("the outline refuses what leads back, with the reason, and inserts between", async ({ page, request }) => {
  const { id } = await createWorkflow(request, {
    definition: {
      nodes: [
        { id: "start", type: "trigger", config: {} },
        { id: "a", type: "log", config: { message: "a" } },
        { id: "b", type: "log", config: { message: "b" } },
      ],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "b" },
      ],
    },
  });
  await openWorkflow(page, id, "outline");
  await press(page, "button", /^b/);
  await chooseOption(settings(page).getByRole("combobox", { name: "Connect to" }), "a");
  await expect(settings(page).getByText("This would lead back: a → b → a.")).toBeVisible();
  await expect(settings(page).getByRole("button", { name: "Connect", exact: true })).toBeDisabled();
  await press(page, "button", /^a/);
  await settings(page).getByRole("button", { name: "Insert a node before b" }).click();
  await expectAccessible(page);
  await page.getByRole("option", { name: /Delay/ }).click();
  await page.keyboard.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Saved");
  expect((await storedDefinition(page, id)).edges).toEqual([
    { source: "start", target: "a" },
    { source: "a", target: "wait" },
    { source: "wait", target: "b" },
  ]);
});
