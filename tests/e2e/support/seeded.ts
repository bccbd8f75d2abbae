import type { Page } from "@playwright/test";
import { replaceText } from "./editor";
import { expect } from "./test";

/** Opens a workflow by its link in the list, as far down as it may be by now. */
export async function openFromList(page: Page, name: string): Promise<void> {
  const link = page.getByRole("link", { name, exact: true });
  const more = page.getByRole("button", { name: "Load more" });
  await expect(async () => {
    if (!(await link.isVisible()) && (await more.isVisible())) await more.click();
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Triggers the workflow whose page is open, and waits for the run's page. */
export async function triggerByHand(page: Page, payload: string): Promise<void> {
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await replaceText(dialog.getByRole("textbox", { name: "Payload as JSON" }), payload);
  await dialog.getByRole("button", { name: "Trigger" }).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
}

/** The documents that the window loads from now on: the first page, and nothing more where nobody reloads or leaves. */
export function watchDocuments(page: Page): string[] {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

/**
 * From now on writes down each text that an element of this kind shows, in order, also what is gone before a test looks.
 * It lives in the window, and is lost with it when somebody reloads.
 */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const record = await page.evaluateHandle((wanted) => {
    const texts: string[] = [];
    const look = () => {
      for (const { textContent } of document.querySelectorAll(wanted))
        if (textContent && !texts.includes(textContent)) texts.push(textContent);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  }, selector);
  return () => record.jsonValue();
}
