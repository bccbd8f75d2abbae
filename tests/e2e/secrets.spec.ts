import { createWorkflow, type Definition, triggerRun } from "./support/api";
import { expect, expectAccessible, test } from "./support/test";

/** Waits for an hour, then sends a secret. */
function sendingDefinition(key: string): Definition {
  const config = { url: "https://example.org", headers: { authorization: `Bearer {{ secrets.${key} }}` } };
  return {
    nodes: [
      { id: "start", type: "trigger", config: {} },
      { id: "pause", type: "delay", config: { seconds: 3600 } },
      { id: "send", type: "http_request", config },
    ],
    edges: [
      { source: "start", target: "pause" },
      { source: "pause", target: "send" },
    ],
  };
}

test("a secret is created, replaced and deleted, and its value never shows", async ({ page, request }) => {
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

  const { name, id } = await createWorkflow(request, { definition: sendingDefinition(key), active: true });
  await triggerRun(request, id);
  const draft = await createWorkflow(request, { definition: sendingDefinition(key) });
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`{{ secrets.${key} }}`);
  await expect(question).toContainText("2 workflows read it");
  await expect(question.getByRole("listitem").filter({ hasText: name })).toContainText(
    "version 1 with 1 unfinished run: send",
  );
  await expect(question.getByRole("link", { name: draft.name })).toBeVisible();
  await expectAccessible(page);
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
