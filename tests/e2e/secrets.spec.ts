import { expect, expectAccessible, test } from "./support/test";

test("a secret is created, replaced and deleted, and its value never shows", async ({ page }) => {
  const key = `TOKEN_${process.pid}`;
  await page.goto("/secrets");
  await page.getByRole("button", { name: "New secret" }).first().click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("A secret needs a value.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Key").fill(key.toLowerCase().replace("_", "-"));
  await expect(page.getByLabel("Key")).toHaveValue(key);
  await expect(page.getByLabel("Value")).toHaveAttribute("type", "password");
  await page.getByLabel("Value").fill("s3cret-value");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText(`${key} is stored`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: key });
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain("s3cret-value");

  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: "Replace value" }).click();
  await page.getByLabel("Value").fill("another");
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText(`${key} has a new value`)).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`{{ secrets.${key} }}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
});

test("creating a secret that exists says that it will replace it", async ({ page, request }) => {
  const key = `KNOWN_${process.pid}`;
  await request.post("/api/secrets", { data: { key, value: "x" } });
  await page.goto("/secrets");
  await page.getByRole("button", { name: "New secret" }).first().click();
  await page.getByLabel("Key").fill(key);
  await expect(page.getByText(`${key} exists already: its value will be replaced.`)).toBeVisible();
});
