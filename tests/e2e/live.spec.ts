import type { APIRequestContext, Page } from "@playwright/test";
import { createWorkflow, slowDefinition, triggerRun } from "./support/api";
import { OwnApp } from "./support/own-app";
import { expect, expectAccessible, test } from "./support/test";

/** Whatever a page is cut off from, it shows what has happened. */
const streams = "**/api/trpc/live.**";
const queries = "**/api/trpc/runs.**";

/** A run that stays as it is until it is cancelled. */
async function startLongRun(request: APIRequestContext): Promise<string> {
  const { id } = await createWorkflow(request, { definition: slowDefinition(3_600), active: true });
  return (await triggerRun(request, id)).id;
}

async function cancel(request: APIRequestContext, runId: string): Promise<void> {
  expect((await request.post(`/api/runs/${runId}/cancel`)).status()).toBe(202);
}

const status = (page: Page, name: string) => page.getByRole("status").getByText(name, { exact: true });
const mode = (page: Page, name: string) => page.getByText(name, { exact: true });

/** What does not answer is asked for again and again, and fails each time, until the page is closed. */
async function leave(page: Page, noise: string[]): Promise<void> {
  await page.close();
  noise.length = 0;
}

test("a run page that cannot poll is told of a change", async ({ page, request, noise }) => {
  const runId = await startLongRun(request);
  await page.goto(`/runs/${runId}`);
  await expect(mode(page, "Live")).toBeVisible();
  await expectAccessible(page);
  await page.route(queries, (route) => route.abort());
  await cancel(request, runId);
  await expect(status(page, "Cancelled")).toBeVisible();
  await expect(page.getByRole("button", { name: "pause, Delay, Cancelled" })).toBeVisible();
  await leave(page, noise);
});

test("a run page without a stream asks for changes, and says so", async ({ page, request, noise }) => {
  const runId = await startLongRun(request);
  let asked = 0;
  await page.route(streams, (route) => {
    asked++;
    return route.abort();
  });
  await page.goto(`/runs/${runId}`);
  await expect(mode(page, "Polling")).toBeVisible();
  await expect(mode(page, "Live")).toBeHidden();
  await cancel(request, runId);
  await expect(status(page, "Cancelled")).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  await page.unroute(streams);
  await expect(mode(page, "Live")).toBeVisible({ timeout: 30_000 });
  noise.length = 0;
});

test("a stream that a proxy refuses is asked for again", async ({ page, request, noise }) => {
  const runId = await startLongRun(request);
  await page.route(streams, (route) => route.fulfill({ status: 502, body: "no server" }));
  await page.goto(`/runs/${runId}`);
  await expect(mode(page, "Polling")).toBeVisible();
  await page.unroute(streams);
  await expect(mode(page, "Live")).toBeVisible({ timeout: 30_000 });
  noise.length = 0;
});

test("the lists of runs and their counts are told of a new run", async ({ page, request }) => {
  const { id } = await createWorkflow(request, { definition: slowDefinition(3_600), active: true });
  for (const path of [`/runs?workflow=${id}`, `/workflows/${id}`]) {
    const opened = page.waitForResponse(/live\.runs/);
    await page.goto(path);
    await opened;
    if (path.startsWith("/runs")) await expect(mode(page, "Live")).toBeVisible();
    const run = await triggerRun(request, id);
    // Sooner than polling would see it while the stream is alive.
    await expect(page.locator(`a[href="/runs/${run.id}"]`)).toBeVisible({ timeout: 8_000 });
  }
});

test("a list without a stream polls", async ({ page, request, noise }) => {
  const { id } = await createWorkflow(request, { definition: slowDefinition(3_600), active: true });
  await page.route(streams, (route) => route.abort());
  await page.goto(`/runs?workflow=${id}`);
  await expect(mode(page, "Polling")).toBeVisible();
  const run = await triggerRun(request, id);
  await expect(page.locator(`a[href="/runs/${run.id}"]`)).toBeVisible();
  await leave(page, noise);
});

test("a hidden page is silent, and catches up when it is shown", async ({ page, request }) => {
  const runId = await startLongRun(request);
  await page.goto(`/runs/${runId}`);
  await expect(mode(page, "Live")).toBeVisible();
  // The last part of the page that asks for something.
  await expect(page.getByRole("tree", { name: "Payload" })).toBeVisible();
  const requests: string[] = [];
  await setVisibility(page, "hidden");
  page.on("request", (sent) => {
    if (/\/api\/trpc\/(live|runs)\./.test(sent.url())) requests.push(sent.url());
  });
  await cancel(request, runId);
  await page.waitForTimeout(3_000);
  expect(requests).toEqual([]);
  await expect(status(page, "Running")).toBeVisible();
  await setVisibility(page, "visible");
  await expect(status(page, "Cancelled")).toBeVisible();
  await expect(mode(page, "Live")).toBeVisible();
  expect(requests.some((url) => url.includes("live.run"))).toBe(true);
});

/** Playwright cannot hide a page; the page is told so, in the words of the browser. */
function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

test("a page outlives a restart of the server", async ({ page, playwright, noise }) => {
  test.setTimeout(240_000);
  const app = await OwnApp.create();
  const request = await playwright.request.newContext({ baseURL: app.url });
  try {
    const runId = await startLongRun(request);
    await page.goto(`${app.url}/runs/${runId}`);
    await expect(mode(page, "Live")).toBeVisible();
    await app.stop();
    await expect(mode(page, "Offline")).toBeVisible({ timeout: 30_000 });
    await app.start();
    await expect(mode(page, "Live")).toBeVisible({ timeout: 30_000 });
    await page.route(queries, (route) => route.abort());
    await cancel(request, runId);
    await expect(status(page, "Cancelled")).toBeVisible();
  } finally {
    await request.dispose();
    await app.remove();
  }
  await leave(page, noise);
});
