import type { Page } from "@playwright/test";
import { createWorkflow, type Definition } from "./support/api";
import {
  canvasNode,
  drawTo,
  fillCode,
  nodeById,
  openWorkflow,
  outgoingHandle,
  save,
  saveByHand,
  settings,
  storedDefinition,
} from "./support/editor";
import { expect, expectAccessible, test } from "./support/test";

test.beforeEach(({ page }) => saveByHand(page));

const at = (x: number, y: number) => ({ position: { x, y } });

/** start → check → (true) call → end, and (false) end */
const branching: Definition = {
  nodes: [
    { id: "start", type: "trigger", config: {}, ...at(200, 0) },
    { id: "check", type: "condition", config: { expression: "trigger.amount > 100" }, ...at(200, 120) },
    { id: "call", type: "log", name: "Call them", config: { message: "{{ trigger.amount }}" }, ...at(0, 260) },
    { id: "end", type: "log", config: { message: "{{ steps.call.output.message ?? 0 }}" }, ...at(320, 400) },
  ],
  edges: [
    { source: "start", target: "check" },
    { source: "check", target: "call", branch: "true" },
    { source: "check", target: "end", branch: "false" },
    { source: "call", target: "end" },
  ],
};

const nodes = (page: Page) => page.locator(".react-flow__node");
const edges = (page: Page) => page.locator(".react-flow__edge");

/** An arrow or a shortcut is for the canvas only while it has the focus. */
async function focusCanvas(page: Page): Promise<void> {
  await page.locator(".react-flow__pane").click({ position: { x: 8, y: 300 } });
}

test("nodes come from the palette by click and by drag, into an edge by its +, and are laid out and undone", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request, { definition: branching });
  await openWorkflow(page, id);
  await expect(nodes(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Add node" }).click();
  const palette = page.getByRole("combobox", { name: "Find a node type" });
  await palette.fill("http");
  await expect(page.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await palette.press("Enter");
  await expect(nodeById(page, "request")).toBeVisible();
  await palette.fill("wait");
  await page.getByRole("option", { name: /Delay/ }).dragTo(page.locator(".react-flow__pane"), {
    targetPosition: { x: 560, y: 360 },
  });
  await expect(nodeById(page, "wait")).toBeVisible();
  await page.getByRole("button", { name: "Add node" }).click();

  await page.getByRole("button", { name: "Insert a node into check → end (false)" }).click();
  await expectAccessible(page);
  await page.getByRole("option", { name: /Log/ }).click();
  await expect(nodeById(page, "log")).toBeVisible();
  await expect(edges(page)).toHaveCount(5);

  await page.getByRole("button", { name: "Lay out all nodes" }).click();
  await save(page);
  const stored = await storedDefinition(page, id);
  expect(stored.edges).toContainEqual({ source: "check", target: "log", branch: "false" });
  expect(stored.edges).toContainEqual({ source: "log", target: "end" });
  const rows = new Map(stored.nodes.map(({ id: nodeId, position }) => [nodeId, position?.y ?? 0]));
  expect(rows.get("log")).toBeGreaterThan(rows.get("check") ?? 0);
  expect(rows.get("end")).toBeGreaterThan(rows.get("log") ?? 0);

  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  for (const left of [7, 6, 5]) {
    await expect(nodes(page)).toHaveCount(left);
    await undo.click();
  }
  await expect(nodes(page)).toHaveCount(4);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(nodes(page)).toHaveCount(5);
});

test("edges are drawn from true and false; what cannot be is refused under the pointer, with the reason", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request, { definition: branching });
  await openWorkflow(page, id);
  const hint = page.locator(".react-flow__panel p[role=status]");
  await drawTo(page, outgoingHandle(page, "end"), nodeById(page, "check"));
  await expect(hint).toHaveText("This would lead back: check → Call them → end → check.");
  await page.mouse.up();
  await expect(hint).toHaveText("This would lead back: check → Call them → end → check.");
  await drawTo(page, outgoingHandle(page, "check", "true"), nodeById(page, "call"));
  await expect(hint).toHaveText("This connection is there already.");
  await page.mouse.up();
  await expect(edges(page)).toHaveCount(4);
  await drawTo(page, outgoingHandle(page, "check", "false"), nodeById(page, "call"));
  await expect(hint).toHaveText("check → Call them");
  await page.mouse.up();
  await expect(edges(page)).toHaveCount(5);

  await outgoingHandle(page, "end").hover();
  await page.mouse.down();
  await page.mouse.move(240, 700, { steps: 6 });
  await page.mouse.move(300, 720, { steps: 3 });
  await page.mouse.up();
  await page.getByRole("combobox", { name: "Find a node type" }).press("Enter");
  await save(page);
  const stored = await storedDefinition(page, id);
  expect(stored.edges).toContainEqual({ source: "check", target: "call", branch: "false" });
  expect(stored.edges).toContainEqual({ source: "end", target: stored.nodes.at(-1)?.id });
});

test("a deleted node leaves no edge behind, what read it is told of, and undo brings all of it back", async ({
  page,
  request,
}) => {
  const definition: Definition = {
    nodes: [
      { id: "start", type: "trigger", config: {}, ...at(0, 0) },
      { id: "A", type: "log", config: { message: "a" }, ...at(0, 120) },
      { id: "B", type: "log", config: { message: "b" }, ...at(0, 240) },
      { id: "C", type: "log", config: { message: "{{ steps.B.output.message }}" }, ...at(0, 360) },
    ],
    edges: [
      { source: "start", target: "A" },
      { source: "A", target: "B" },
      { source: "B", target: "C" },
    ],
  };
  const { id } = await createWorkflow(request, { definition });
  await openWorkflow(page, id);
  await nodeById(page, "B").click();
  await page.keyboard.press("Backspace");
  await expect(nodes(page)).toHaveCount(3);
  await expect(edges(page)).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(edges(page)).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await expect(edges(page)).toHaveCount(1);
  await drawTo(page, outgoingHandle(page, "A"), nodeById(page, "C"));
  await page.mouse.up();
  await expect(edges(page)).toHaveCount(2);
  await expect(nodeById(page, "C").getByLabel("Has a problem")).toBeVisible();
  const problems = page.getByRole("region", { name: "Problems" });
  await problems.getByRole("button", { name: /no node "B"/ }).click();
  const message = settings(page).getByRole("textbox", { name: "Message" });
  await expect(message).toBeFocused();
  await save(page);
  const stored = await storedDefinition(page, id);
  expect(stored.edges).toEqual([
    { source: "start", target: "A" },
    { source: "A", target: "C" },
  ]);
  await fillCode(message, "{{ steps.A.output.message }}");
  await expect(problems).toContainText("No problems");
});

test("Backspace and its kin in a field change the text alone, in an input method's composition, too", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request, { definition: branching });
  await openWorkflow(page, id);
  await nodeById(page, "call").click();
  const name = settings(page).getByRole("textbox", { name: "Node name" });
  await name.click();
  await name.press("End");
  await page.keyboard.type("Ab");
  for (const key of ["Shift+Backspace", "Control+Backspace", "Delete", "ControlOrMeta+Z"])
    await page.keyboard.press(key);
  await expect(nodes(page)).toHaveCount(4);
  await expect(edges(page)).toHaveCount(4);
  const search = page.getByRole("searchbox", { name: "Find in the graph" });
  await search.fill("xy");
  for (const key of ["Backspace", "Shift+Backspace", "Control+Backspace", "Delete"]) await search.press(key);
  await expect(search).toHaveValue("");

  // The keys of an input method are told while it composes; what it deletes is its own.
  const session = await page.context().newCDPSession(page);
  for (const field of [name, settings(page).getByRole("textbox", { name: "Message" })]) {
    await field.click();
    await session.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press("Backspace");
    await session.send("Input.insertText", { text: "日本" });
    await expect(nodes(page)).toHaveCount(4);
  }
  await expect(name).toHaveValue(/日本/);
  await nodeById(page, "call").click();
  await page.keyboard.press("Delete");
  await expect(nodes(page)).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(nodes(page)).toHaveCount(4);
  await expect(edges(page)).toHaveCount(4);
});

test("nodes are copied within a workflow and into another, several at once, and duplicated", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await createWorkflow(request, { definition: branching });
  const other = await createWorkflow(request);
  await openWorkflow(page, id);
  await nodeById(page, "call").click();
  await nodeById(page, "end").click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByText("2 nodes are selected")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+C");
  await page.keyboard.press("ControlOrMeta+V");
  await expect(nodes(page)).toHaveCount(6);
  await expect(edges(page)).toHaveCount(5);
  await nodeById(page, "check").click();
  await page.keyboard.press("ControlOrMeta+D");
  await expect(nodeById(page, "check_2")).toBeVisible();
  await save(page);
  const stored = await storedDefinition(page, id);
  expect(stored.nodes.find((one) => one.id === "end_2")?.config).toEqual({
    message: "{{ steps.call_2.output.message ?? 0 }}",
  });

  await page.getByRole("link", { name: "Workflows", exact: true }).first().click();
  await page.getByRole("link", { name: other.name }).click();
  await expect(nodes(page)).toHaveCount(2);
  await focusCanvas(page);
  await page.keyboard.press("ControlOrMeta+V");
  await expect(nodes(page)).toHaveCount(4);
  await save(page);
  expect((await storedDefinition(page, other.id)).edges).toContainEqual({ source: "call", target: "end" });

  // All of them at once: marked with a frame, moved, and cut.
  await focusCanvas(page);
  await page.keyboard.press("ControlOrMeta+A");
  await expect(page.getByText("4 nodes are selected")).toBeVisible();
  const before = await nodeById(page, "note").boundingBox();
  await nodeById(page, "note").hover();
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 160, (before?.y ?? 0) + 40, { steps: 6 });
  await page.mouse.up();
  await save(page);
  const moved = await storedDefinition(page, other.id);
  expect(moved.nodes.every(({ position }) => position !== undefined)).toBe(true);
  await page.keyboard.press("ControlOrMeta+X");
  await expect(nodes(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+V");
  await expect(nodes(page)).toHaveCount(4);
});

test("a frame selects, a search finds, and the view can be moved, zoomed and shown whole", async ({
  page,
  request,
}) => {
  const { id } = await createWorkflow(request, { definition: branching });
  await openWorkflow(page, id);
  const call = await nodeById(page, "call").boundingBox();
  const end = await nodeById(page, "end").boundingBox();
  if (!call || !end) throw new Error("The nodes are not drawn.");
  await page.keyboard.down("Shift");
  await page.mouse.move(call.x - 10, call.y - 10);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width + 10, end.y + end.height + 10, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(page.getByText("2 nodes are selected")).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Find in the graph" });
  await search.fill("call");
  await search.press("Enter");
  await expect(settings(page).getByRole("textbox", { name: "Node id" })).toHaveValue("call");
  await search.press("Escape");
  const width = async () => (await nodeById(page, "call").boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(width).toBeLessThan(before);
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await expect(canvasNode(page, "start, Trigger")).toBeInViewport();
});

test("what is not a draft is only looked at, and goes on as a draft of its own", async ({ page, request }) => {
  const { id, name } = await createWorkflow(request, { definition: branching, active: true });
  await openWorkflow(page, id);
  await expect(page.getByRole("button", { name: "Add node" })).toHaveCount(0);
  await nodeById(page, "call").click();
  await expect(settings(page).getByRole("textbox", { name: "Node id" })).toHaveAttribute("readonly", "");
  await page.keyboard.press("Delete");
  await expect(nodes(page)).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Duplicate as draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Copy of ${name}` })).toBeVisible();
  await expect(nodes(page)).toHaveCount(4);
  const copy = page.url().split("/").at(-1)?.split("?")[0] ?? "";
  expect(copy).not.toBe(id);
  expect((await storedDefinition(page, copy)).nodes).toEqual(branching.nodes);
});
