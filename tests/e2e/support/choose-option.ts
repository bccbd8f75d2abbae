import type { Locator } from "@playwright/test";
import { expect } from "./test";

/**
 * Opens a list of choices and takes one as a person does, who presses once the pointer rests on it: a list that has just
 * opened follows its field, and the field may still move to make room for what was found wrong above it.
 */
export async function chooseOption(combobox: Locator, name: string): Promise<void> {
  await combobox.click();
  const option = combobox.page().getByRole("option", { name, exact: true });
  await expect(async () => {
    await option.hover();
    await expect(option).toHaveAttribute("data-highlighted", { timeout: 500 });
  }).toPass();
  await option.click();
  await expect(option).toBeHidden();
}
