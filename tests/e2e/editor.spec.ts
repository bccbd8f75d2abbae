import type { Page } from "@playwright/test";
import { createWorkflow, type Definition, shortDefinition } from "./support/api";
import { browserActor } from "./support/auth-mode";
import {
  canvasNode,
  definitionEditor,
  lateParts,
  replaceText,
  saveByHand,
  saveStatus,
  settings,
} from "./support/editor";
import { expect, expectAccessible, expectRefusals, test } from "./support/test";

const text = (definition: Definition) => JSON.stringify(definition, null, 2);

/** A definition that can be told from the short one by its message. */
function changed(message: string): string {
  const [start] = shortDefinition.nodes;
  return text({ ...shortDefinition, nodes: [start, { id: "note", type: "log", config: { message } }] });
}

test.beforeEach(({ page }) => saveByHand(page));

const view = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function open(page: Page, id: string) {
  await page.goto(`/workflows/${id}?view=json`);
  const editor = definitionEditor(page);
  await expect(editor).toContainText('"note"', lateParts);
  return editor;
}

async function storedMessage(page: Page, id: string): Promise<unknown> {
  const workflow = await (await page.request.get(`/api/workflows/${id}`)).json();
  return workflow.nodes[1].config.message;
}

test("saving goes through its four states, and keeps every digit", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  await expect(saveStatus(page)).toHaveText("Saved");
  await replaceText(editor, changed("first").replace('"first"', '"first", "level": "info"'));
  await expect(saveStatus(page)).toHaveText("Unsaved changes");
  await page.route("**/api/trpc/workflows.save**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await editor.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Saving…");
  await expect(saveStatus(page)).toHaveText("Saved");
  expect(await storedMessage(page, id)).toBe("first");

  const exact = changed("x").replace('"x"', "9007199254740993.10");
  await replaceText(editor, exact);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saveStatus(page)).toHaveText("Saved");
  expect(await (await request.get(`/api/workflows/${id}`)).text()).toContain("9007199254740993.10");
});

test("broken JSON is not saved: the reason, its line and the text stay", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  await replaceText(editor, '{\n  "nodes": [],\n  "edges": [,]\n}');
  await editor.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Could not save");
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("button");
  await expect(problem).toContainText("Line 3, column 13");
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await expectAccessible(page);
  await problem.click();
  await expect(editor).toBeFocused();
  await expect(editor).toContainText("[,]");
  expect(await storedMessage(page, id)).toBe("{{ trigger }}");
});

test("what the server refuses is marked at its place, in list, gutter and graph", async ({ page, request, noise }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  const cyclic = { ...shortDefinition, edges: [...shortDefinition.edges, { source: "note", target: "note" }] };
  await replaceText(editor, text(cyclic));
  await expect(page.getByText("problem to solve before it can be activated")).toBeVisible();
  await editor.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Could not save");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("button").first()).toContainText("cycle");
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await view(page, "Canvas");
  await expect(canvasNode(page, "note, Log, has a problem")).toBeVisible(lateParts);
  expectRefusals(noise, 422);
});

test("a name that is missing is said at its field", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request);
  await open(page, id);
  await page.getByRole("textbox", { name: "Name" }).fill(" ");
  await expect(page.getByText("A workflow needs a name.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saveStatus(page)).toHaveText("Could not save");
  await page.getByRole("textbox", { name: "Name" }).fill(`${name} renamed`);
  await page.getByLabel("Description").fill("What it is for");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saveStatus(page)).toHaveText("Saved");
  await expect(page.getByRole("heading", { level: 1, name: `${name} renamed` })).toBeVisible();
});

test("the graph follows the text, and keeps the last one while the text is broken", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  const extra = { id: "later", type: "delay", name: "Later on", config: { seconds: 1 } };
  const nodes = [...shortDefinition.nodes, extra];
  await replaceText(editor, text({ nodes, edges: [...shortDefinition.edges, { source: "note", target: "later" }] }));
  await view(page, "Canvas");
  await expect(canvasNode(page, "Later on, Delay")).toBeVisible(lateParts);
  await view(page, "JSON");
  await editor.press("ControlOrMeta+End");
  await page.keyboard.type("oops");
  await expect(page.getByText("As of the last valid definition")).toBeVisible();
  await view(page, "Canvas");
  await expect(canvasNode(page, "Later on, Delay")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add node" })).toBeDisabled();
  await page.getByRole("region", { name: "Problems" }).getByRole("button").click();
  await expect(editor).toBeFocused();
  await expect(editor).toContainText("oops");
});

test("a node that is selected is where the text opens", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  await page.goto(`/workflows/${id}`);
  await canvasNode(page, "note, Log").click(lateParts);
  await expect(settings(page).getByRole("textbox", { name: "Node id" })).toHaveValue("note");
  await view(page, "JSON");
  await expect(definitionEditor(page)).toBeFocused(lateParts);
  await expect(page.locator(".cm-activeLine + .cm-line")).toContainText('"note"');
});

test("activation names every reason, then asks, then freezes", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  await replaceText(editor, text({ ...shortDefinition, edges: [] }));
  await page.getByRole("button", { name: "Activate" }).click();
  const reasons = page.getByRole("dialog", { name: "It cannot be activated yet" });
  await expect(reasons.getByRole("listitem")).toHaveCount(1);
  await reasons.getByRole("listitem").getByRole("button").click();
  await expect(editor).toBeFocused();

  await replaceText(editor, changed("ready"));
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save and activate" }).click();
  await expect(page.getByText("An active workflow cannot be edited")).toBeVisible();
  await expect(editor).toHaveAttribute("aria-readonly", "true");
  expect(await storedMessage(page, id)).toBe("ready");
});

test("a draft can be tried out: its edits are saved, and the run says that it is a test", async ({ page, request }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  await replaceText(editor, text({ ...shortDefinition, edges: [] }));
  await page.getByRole("button", { name: "Test run" }).click();
  await page.getByRole("dialog", { name: "It cannot run yet" }).getByRole("button", { name: "Close" }).last().click();
  await replaceText(editor, changed("tried {{ trigger.amount }}"));
  await page.getByRole("button", { name: "Test run" }).click();
  const dialog = page.getByRole("dialog", { name: /^Test run of/ });
  await expect(dialog.getByRole("textbox", { name: "Payload as JSON" })).toContainText('"amount": "example"');
  await dialog.getByRole("button", { name: "Test run" }).dblclick();
  const bar = page.getByRole("region", { name: "Test run" });
  await expect(bar.getByRole("status")).toHaveText("Succeeded");
  await view(page, "Canvas");
  await expect(canvasNode(page, "note, Log, Succeeded")).toBeVisible(lateParts);
  await bar.getByRole("link", { name: "Open the run" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("definition").filter({ hasText: new RegExp(`^Test by ${browserActor}$`) })).toBeVisible();
  await expect(page.getByRole("region", { name: "Steps" }).getByRole("button", { name: /note/ })).toContainText(
    "Succeeded",
  );
  expect(await storedMessage(page, id)).toBe("tried {{ trigger.amount }}");
});

test("a draft that is archived under one's hands keeps what was typed", async ({ page, request, noise }) => {
  const { id } = await createWorkflow(request);
  const editor = await open(page, id);
  await replaceText(editor, changed("mine"));
  await request.post(`/api/workflows/${id}/archive`);
  await editor.press("ControlOrMeta+S");
  await expect(page.getByRole("alert").filter({ hasText: "It became archived while you were editing" })).toBeVisible();
  await expect(editor).toContainText('"mine"');
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await expect(editor).not.toContainText('"mine"');
  expectRefusals(noise, 409);
});

test.describe("someone else saved first", () => {
  async function collide(page: Page, id: string) {
    const editor = await open(page, id);
    await replaceText(editor, changed("mine"));
    const theirs = await page.request.post("/api/workflows", {
      data: { id, name: "Theirs", ...JSON.parse(changed("theirs")) },
    });
    expect(theirs.status()).toBe(200);
    await editor.press("ControlOrMeta+S");
    await expect(page.getByRole("dialog", { name: "Someone else saved this workflow" })).toBeVisible();
    return editor;
  }

  test("theirs can be loaded", async ({ page, request, noise }) => {
    const { id } = await createWorkflow(request);
    const editor = await collide(page, id);
    await expectAccessible(page);
    await page.getByRole("button", { name: "See their version" }).click();
    const difference = page.getByRole("region", { name: "Their version and yours" });
    await expect(difference).toContainText("name: Theirs");
    await expect(difference).toContainText('"mine"');
    await expectAccessible(page);
    await page.getByRole("button", { name: "Load theirs" }).click();
    await expect(editor).toContainText('"theirs"');
    await expect(saveStatus(page)).toHaveText("Saved");
    await expect(page.getByRole("heading", { level: 1, name: "Theirs" })).toBeVisible();
    expectRefusals(noise, 409);
  });

  test("mine can overwrite theirs", async ({ page, request, noise }) => {
    const { id } = await createWorkflow(request);
    await collide(page, id);
    await page.getByRole("button", { name: "Overwrite theirs" }).click();
    await expect(saveStatus(page)).toHaveText("Saved");
    expect(await storedMessage(page, id)).toBe("mine");
    expectRefusals(noise, 409);
  });

  test("and until I decide, nothing is lost on either side", async ({ page, request, noise }) => {
    const { id } = await createWorkflow(request);
    const editor = await collide(page, id);
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect(saveStatus(page)).toHaveText("Could not save");
    await expect(editor).toContainText('"mine"');
    expect(await storedMessage(page, id)).toBe("theirs");
    expectRefusals(noise, 409);
  });
});
