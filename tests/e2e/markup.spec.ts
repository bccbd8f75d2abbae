import { createWorkflow, triggerRun } from "./support/api";
import { definitionEditor, lateParts } from "./support/editor";
import { expect, test } from "./support/test";

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
  await page.goto(`/workflows/${id}`);
  await expect(definitionEditor(page)).toContainText("onerror", lateParts);
  await expect(page.getByRole("button", { name: `${image}, Log` })).toBeVisible(lateParts);
  await page.getByRole("button", { name: "Trigger", exact: true }).click();
  await expect(page.getByRole("dialog", { name: image })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/runs");
  await expect(page.getByRole("cell", { name: image }).last()).toBeVisible();
  await page.goto(`/runs/${run.id}?steps=start,note,dead`);
  await expect(page.getByRole("region", { name: "Payload", exact: true })).toContainText("onload");
  await expect(page.getByRole("region", { name: "Output" }).filter({ hasText: "onerror" }).first()).toBeVisible();
  expect(await page.locator("img, svg[onload]").count()).toBe(0);
  expect(await page.evaluate(() => "__x" in window)).toBe(false);
});
