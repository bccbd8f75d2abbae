import { createWorkflow, triggerRun } from "./support/api";
import { expect, test } from "./support/test";

const payload = { name: "Payload", exact: true };

test("a big value shows its beginning, all of it on request, and is copied whole", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await createWorkflow(request, { active: true });
  const value = { items: Array.from({ length: 2_000 }, (_, index) => `item ${index} ${"x".repeat(60)}`) };
  const run = await triggerRun(request, id, value);
  await page.goto(`/runs/${run.id}`);
  const view = page.getByRole("region", payload);
  await expect(view).toContainText("item 100 ");
  await expect(view).not.toContainText("item 1999 ");
  await view.getByRole("button", { name: /^Show all \(\d/ }).click();
  await expect(view).toContainText("item 1999 ");
  await view.getByRole("button", { name: "Show less" }).click();
  await expect(view).not.toContainText("item 1999 ");
  await view.getByRole("button", { name: "Copy payload" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(JSON.stringify(value));
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
  await view.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("picture.svg");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks)).toEqual(bytes);
});
