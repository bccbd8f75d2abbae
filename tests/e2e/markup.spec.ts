import { createWorkflow, triggerRun } from "./support/api";
import { definitionEditor, lateParts } from "./support/editor";
import { expect, expectRefusals, openPage, test } from "./support/test";

const image = '<img src=x onerror="window.__x=1">';
const svg = '"><svg onload=window.__x=1>';

test("markup in names, payloads and messages is text everywhere", async ({ page, request }) => {
  const definition = {
    nodes: [
      { id: "start", type: "trigger", name: svg, config: {} },
      { id: "note", type: "log", name: image, config: { message: `{{ trigger.text }} ${image}` } },
      { id: "dead", type: "log", config: { message: "{{ trigger.missing }}" } },
    ],
    edges: [
      { source: "start", target: "note" },
      { source: "note", target: "dead" },
    ],
  };
  const { id } = await createWorkflow(request, { name: `${image}${svg}`, definition, active: true });
  const run = await triggerRun(request, id, { text: `${svg}${image}` });

  await page.goto("/workflows");
  await expect(page.getByRole("link", { name: image }).first()).toBeVisible();
  await page.goto(`/workflows/${id}?view=json`);
  await expect(definitionEditor(page)).toContainText("onerror", lateParts);
  await page.getByRole("tab", { name: "Outline" }).click();
  await expect(page.getByRole("list", { name: "Nodes" })).toContainText("onerror");
  await page.getByRole("tab", { name: "Canvas" }).click();
  await expect(page.getByRole("button", { name: `${image}, Log` })).toBeVisible(lateParts);
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  await expect(page.getByRole("dialog", { name: image })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/runs");
  await expect(page.getByRole("cell", { name: image }).last()).toBeVisible();
  await page.goto(`/runs/${run.id}?step=note&tab=output`);
  await expect(page.getByRole("tree", { name: "Output" })).toContainText("onerror");
  await page.getByRole("button", { name: "Payload", exact: true }).click();
  await expect(page.getByRole("region", { name: "Payload", exact: true })).toContainText("onload");
  await page.goto(`/runs/${run.id}?step=dead`);
  await expect(page.getByRole("tab", { name: "Error" })).toHaveAttribute("aria-selected", "true");
  expect(await page.locator("img, svg[onload]").count()).toBe(0);
  expect(await page.evaluate(() => "__x" in window)).toBe(false);
});

test("markup is text in the palette, in menus, questions, toasts and problems, and raw answers are no pages", async ({
  page,
  request,
  noise,
}) => {
  const name = `${image}${svg} ${process.pid}`;
  const key = `MARKUP_${process.pid}`;
  await request.post("/api/secrets", { data: { key, value: "a secret" } });
  const definition = {
    nodes: [
      { id: "start", type: "trigger", config: {} },
      { id: "send", type: "http_request", config: { url: `https://example.org/{{ secrets.${key} }}` } },
    ],
    edges: [{ source: "start", target: "send" }],
  };
  const { id } = await createWorkflow(request, { name, definition, active: true });
  await openPage(page, `/workflows?q=${encodeURIComponent(name)}`);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search and commands" }).fill(name);
  await expect(page.getByRole("option", { name: image }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading", { name: image })).toBeVisible();
  await question.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText(`“${name}” is archived`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`“${name}” is active again`)).toBeVisible();

  await page.getByRole("searchbox").fill(`${svg}nothing`);
  await expect(page.getByText(`No workflows match “${svg}nothing”`)).toBeVisible();
  await page.getByRole("button", { name: "Import" }).click();
  const file = { format: "workflow-engine/workflow", format_version: 1, name, edges: [], [svg]: 1 };
  const nodes = [{ id: "a", type: image, config: {} }];
  const dialog = page.getByRole("dialog", { name: "Import a workflow" });
  const buffer = Buffer.from(JSON.stringify({ ...file, nodes }));
  await dialog.locator("input[type=file]").setInputFiles({ name: `${svg}.json`, mimeType: "application/json", buffer });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("button", { name: `There is no place for "${svg}"` })).toBeVisible();
  expectRefusals(noise, 422);

  await page.goto("/secrets");
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog").getByRole("link", { name: image })).toBeVisible();
  expect(await page.locator("img, svg[onload]").count()).toBe(0);
  expect(await page.evaluate(() => "__x" in window)).toBe(false);

  for (const path of [`/api/workflows/${id}`, `/api/workflows/${id}/export`, "/api/nowhere/<svg>"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});
