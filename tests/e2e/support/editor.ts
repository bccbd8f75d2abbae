import type { Locator, Page } from "@playwright/test";
import { expect, untilListening } from "./test";

export function definitionEditor(page: Page): Locator {
  return page.getByRole("textbox", { name: "Definition as JSON" });
}

/** Replaces all of an editor's text, as pasting it would. */
export async function replaceText(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press("ControlOrMeta+A");
  await editor.page().keyboard.insertText(text);
}

/** Opens a workflow in one of its views. */
export async function openWorkflow(
  page: Page,
  id: string,
  view: "canvas" | "outline" | "json" = "canvas",
): Promise<void> {
  await page.goto(`/workflows/${id}?view=${view}`);
  const shown = { canvas: ".react-flow__pane", outline: "[role=tabpanel] button", json: ".cm-content" }[view];
  await expect(page.locator(shown).first()).toBeVisible(lateParts);
  await untilListening(page);
}

/** Drafts are saved only by hand in this window, so that a test can look at edits that are not saved for as long as it likes. */
export async function saveByHand(page: Page): Promise<void> {
  await page.addInitScript(() => window.localStorage.setItem("workflow-editor.autosave", "off"));
}

/** A node on the canvas, by the beginning of what it is called. */
export function canvasNode(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").and(page.getByRole("button", { name, exact: false }));
}

export function nodeById(page: Page, id: string): Locator {
  return page.locator(`.react-flow__node[data-id="${id}"]`);
}

export function settings(page: Page): Locator {
  return page.getByRole("complementary", { name: "Settings" });
}

/** The handle that an edge is drawn from; of a node with branches, that of one branch. */
export function outgoingHandle(page: Page, nodeId: string, branch?: string): Locator {
  const handle = `.react-flow__handle.source${branch === undefined ? "" : `[data-branch="${branch}"]`}`;
  return nodeById(page, nodeId).locator(handle);
}

/** Draws from a handle to a place, and stays there with the button pressed. */
export async function drawTo(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error("There is nothing to draw to.");
  await page.mouse.move(box.x + box.width / 2, box.y + 12, { steps: 8 });
  await page.mouse.move(box.x + box.width / 2, box.y + 2, { steps: 3 });
}

interface StoredDefinition {
  nodes: {
    id: string;
    type: string;
    name?: string;
    config: Record<string, unknown>;
    position?: { x: number; y: number };
  }[];
  edges: { source: string; target: string; branch?: string }[];
}

export async function storedDefinition(page: Page, id: string): Promise<StoredDefinition> {
  return (await page.request.get(`/api/workflows/${id}`)).json();
}

/** Saves, and waits until there is nothing left to save. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+S");
  await expect(saveStatus(page)).toHaveText("Saved");
}

/** Types into a field of the settings that becomes an editor once it is opened, in place of what it held. */
export async function fillCode(field: Locator, text: string): Promise<void> {
  await field.click();
  await expect(field).toHaveClass(/cm-content/, lateParts);
  await field.press("ControlOrMeta+A");
  await field.page().keyboard.insertText(text);
}

/** Takes the one suggestion that is left, once there is just this one: keys that come sooner choose nothing. */
export async function completeWith(page: Page, label: string): Promise<void> {
  const options = page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) [role=option]");
  await expect(options).toHaveCount(1);
  await expect(options).toContainText(label);
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(options).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

/** Editor and graph come after the page itself; a busy machine takes its time. */
export const lateParts = { timeout: 30_000 };

export function saveStatus(page: Page): Locator {
  return page.getByText(/^(Saved|Unsaved changes|Saving…|Could not save)$/);
}
