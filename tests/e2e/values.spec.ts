import type { Download } from "@playwright/test";
import { createWorkflow, triggerRun } from "./support/api";
import { expect, expectAccessible, test } from "./support/test";

const payload = { name: "Payload", exact: true };

test("a value is searched, folded, and copied whole, in part, and by its path", async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const { id } = await createWorkflow(request, { active: true });
  const items = Array.from({ length: 2_000 }, (_, index) => ({ "item no": index, text: "x".repeat(60) }));
  const value = { customer: { name: "Ada" }, items };
  const run = await triggerRun(request, id, value);
  await page.goto(`/runs/${run.id}`);
  const view = page.getByRole("region", payload);
  const tree = view.getByRole("tree", payload);
  await expect(tree.getByRole("treeitem", { name: /^customer/ })).toHaveAttribute("aria-expanded", "true");
  // Only what is in sight is there.
  await view.getByRole("button", { name: "Expand all" }).click();
  expect(await tree.getByRole("treeitem").count()).toBeLessThan(100);
  await view.getByRole("textbox", { name: "Search in the payload" }).fill("1234");
  await expect(view.getByText("1 of 1")).toBeVisible();
  const hit = tree.getByRole("treeitem", { name: /^item no: 1234/ });
  await expect(hit).toBeVisible();
  await hit.hover();
  await hit.getByRole("button", { name: "Copy path as a template" }).click();
  await expect.poll(copied).toBe('{{ trigger.items[1234]["item no"] }}');
  await hit.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(copied).toBe("1234");
  await view.getByRole("button", { name: "Copy payload" }).click();
  await expect.poll(copied).toBe(JSON.stringify(value));
  await view.getByRole("button", { name: "Collapse all" }).click();
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
  // By the keyboard: open, walk in, and back out.
  await tree.getByRole("treeitem", { name: /^customer/ }).focus();
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.locator(":focus")).toContainText("name");
  for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
  await expectAccessible(page);
});

test("a very big value shows its beginning, all of it on request, and is downloaded", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  const value = { items: Array.from({ length: 6_000 }, (_, index) => `item ${index} ${"x".repeat(60)}`) };
  const run = await triggerRun(request, id, value);
  await page.goto(`/runs/${run.id}`);
  const view = page.getByRole("region", payload);
  await expect(view).toContainText("item 1 ");
  await expect(view.getByRole("tree")).toBeHidden();
  const downloading = page.waitForEvent("download");
  await view.getByRole("button", { name: "Download payload" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("payload.json");
  expect(await textOf(download)).toBe(JSON.stringify(value));
  await view.getByRole("button", { name: "Show all" }).click();
  await expect(view.getByRole("tree", payload)).toContainText("6000 items");
});

test("a binary value shows its type and size, and is downloaded as a file", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { active: true });
  const bytes = Buffer.from("<html><script>window.__x = 1</script></html>");
  const picture = {
    encoding: "base64",
    data: bytes.toString("base64"),
    size: bytes.length,
    content_type: "image/svg+xml",
  };
  const run = await triggerRun(request, id, { picture });
  await page.goto(`/runs/${run.id}`);
  const view = page.getByRole("region", payload);
  await expect(view).toContainText(`picture is binary: image/svg+xml, ${bytes.length} bytes`);
  await expect(view).not.toContainText(picture.data);
  const downloading = page.waitForEvent("download");
  await view.getByRole("button", { name: "Download", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("picture.svg");
  expect(await textOf(download)).toBe(bytes.toString());
});

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
