import type { Locator, Page } from "@playwright/test";

export function definitionEditor(page: Page): Locator {
  return page.getByRole("textbox", { name: "Definition as JSON" });
}

/** Replaces all of an editor's text, as pasting it would. */
export async function replaceText(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press("ControlOrMeta+A");
  await editor.page().keyboard.insertText(text);
}

/** Editor and graph come after the page itself; a busy machine takes its time. */
export const lateParts = { timeout: 30_000 };

export function saveStatus(page: Page): Locator {
  return page.getByText(/^(Saved|Unsaved changes|Saving…|Could not save)$/);
}
