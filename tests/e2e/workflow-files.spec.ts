import { readFileSync } from "node:fs";
import { createWorkflow, shortDefinition, uniqueName } from "./support/api";
import { lateParts } from "./support/editor";
import { expect, expectRefusals, test } from "./support/test";

test("a workflow is exported to a file, mended where it is wrong, imported, and is the same to the digit", async ({
  page,
  request,
  noise,
}) => {
  const name = uniqueName("Travelling");
  const key = `TRAVEL_${process.pid}`;
  const config = `{"url":"https://example.org","body":{"big":9007199254740993,"rate":1.10},"headers":{"a":"{{ secrets.${key} }}"}}`;
  const nodes = `[{"id":"start","type":"trigger","config":{}},{"id":"call","type":"http_request","config":${config}}]`;
  const body = `{"name":${JSON.stringify(name)},"nodes":${nodes},"edges":[{"source":"start","target":"call"}]}`;
  const headers = { "content-type": "application/json" };
  const { id } = await (await request.post("/api/workflows", { headers, data: body })).json();
  await page.goto(`/workflows?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^travelling-[\w-]+\.workflow\.json$/);
  const text = readFileSync(await download.path(), "utf8");
  await expect(page.getByText(`Without the values of ${key}.`)).toBeVisible();

  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a workflow" });
  const file = dialog.locator("input[type=file]");
  const upload = (content: string) =>
    file.setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from(content) });
  const submit = dialog.getByRole("button", { name: "Import" });
  await expect(dialog.getByRole("textbox", { name: "Workflow file as JSON" })).toBeVisible(lateParts);
  await upload("{ not json");
  await expect(dialog.getByText("This is not JSON yet.")).toBeVisible();
  await expect(submit).toBeDisabled();
  await upload(text.replace('"http_request"', '"http_reqest"').replace('"format_version": 1', '"format_version": 1 '));
  await submit.click();
  await expect(dialog.getByRole("button", { name: /^nodes\.1\.type.*http_reqest/ })).toBeVisible();
  await dialog.getByRole("button", { name: /^nodes\.1\.type/ }).click();
  await expect(dialog.getByRole("textbox", { name: "Workflow file as JSON" })).toBeFocused();
  expectRefusals(noise, 422);
  await upload(text);
  await submit.click();
  await expect(page.getByText(`It reads secrets that do not exist here: ${key}.`)).toBeVisible();
  await expect(page).toHaveURL((url) => /\/workflows\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  // The browser reports that the secret was not found, which is what was asked.
  expectRefusals(noise, 404);
  const imported = new URL(page.url()).pathname.split("/").at(-1);
  const exported = async (workflow: string | undefined) =>
    (await request.get(`/api/workflows/${workflow}/export`)).text();
  expect(await exported(imported)).toBe(await exported(id));
  expect(await exported(id)).toContain(config);
});

test("an active workflow is duplicated as a draft that can be edited and renamed, in the title too", async ({
  page,
  request,
}) => {
  const { id, name } = await createWorkflow(request, { active: true });
  await page.goto(`/workflows/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate as draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Copy of ${name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add node" })).toBeEnabled(lateParts);
  await expect(page).toHaveTitle(`Copy of ${name} · Workflow Engine`);
  // Two spaces, of which the browser shows one in the title.
  const renamed = uniqueName("Renamed  twice");
  const renamedTitle = `${renamed.replace("  ", " ")} · Workflow Engine`;
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(renamed);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
  await expect(page).toHaveTitle(renamedTitle);
  // The server's title of before the rename, which is streamed, arrives last: React mounts it in front.
  await page.evaluate(
    ([stale, kept]) =>
      new Promise<void>((resolve) => {
        const late = document.createElement("title");
        late.id = "late";
        late.textContent = stale ?? "";
        document.head.prepend(late);
        const look = () => (document.title === kept ? resolve() : setTimeout(look, 10));
        look();
      }),
    [`Copy of ${name} · Workflow Engine`, renamedTitle],
  );
  await page.evaluate(() => document.getElementById("late")?.remove());
  const path = new URL(page.url()).pathname;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Secrets" }).click();
  await expect(page).toHaveTitle("Secrets · Workflow Engine");
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(renamedTitle);
  const copy = await (await request.get(`/api${path}`)).json();
  expect(copy).toMatchObject({ status: "draft", name: renamed, ...shortDefinition });
});
