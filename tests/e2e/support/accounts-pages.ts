import type { Locator, Page } from "@playwright/test";
import { accountMenu } from "./accounts-app";
import { expect } from "./test";

export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** It can be stopped at, says why it does nothing, and does nothing. */
export async function expectRefused(page: Page, control: Locator, reason: string): Promise<void> {
  await expect(control).toHaveAttribute("aria-disabled", "true");
  await expect(control).toHaveAccessibleDescription(reason);
  await control.focus();
  await expect(page.getByText(reason, { exact: true }).last()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await control.blur();
}

export async function acceptByUi(page: Page, link: string, person: { name: string; password: string }): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

/** Opens the menu again where the page was just told who is signed in, and has closed it. */
export async function chooseFromAccountMenu(page: Page, name: { name: string; exact?: boolean }): Promise<void> {
  const item = page.getByRole("menuitem", name);
  await expect(async () => {
    if (!(await item.isVisible())) await accountMenu(page).click({ timeout: 2_000 });
    await item.click({ timeout: 2_000 });
  }).toPass();
}
