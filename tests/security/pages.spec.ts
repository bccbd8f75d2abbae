import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Response } from "@playwright/test";
import { createWorkflow, triggerRun } from "../e2e/support/api";
import { expect, openPage, test } from "../e2e/support/test";

test("all that a browser loads is safe, and a page of another site can neither act, read nor frame the app", async ({
  page,
  request,
  baseURL,
}) => {
  const workflow = await createWorkflow(request, { active: true });
  const run = await triggerRun(request, workflow.id, { amount: 1 });
  const loaded: Response[] = [];
  page.on("response", (response) => loaded.push(response));
  const paths = [
    "/",
    "/workflows",
    `/workflows/${workflow.id}`,
    "/runs",
    `/runs/${run.id}`,
    "/dead-letters",
    "/secrets",
  ];
  for (const path of paths) await openPage(page, path);
  // Pages come with their data; this is what a page asks for by itself.
  const fetched = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("trigger");
  await fetched;
  const kinds = new Set(loaded.map((response) => response.request().resourceType()));
  for (const kind of ["document", "script", "stylesheet", "fetch"]) expect(kinds).toContain(kind);
  for (const response of loaded) {
    expect({ url: response.url(), ...response.headers() }).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-resource-policy": "same-origin",
    });
  }

  const target = `${baseURL}/api/workflows/${workflow.id}/trigger`;
  const evil = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(
      `<form method="post" enctype="text/plain" target="frame" action="${target}"></form><iframe name="frame"></iframe>
       <iframe id="app" src="${baseURL}/workflows"></iframe>`,
    ),
  );
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  const { port } = evil.address() as AddressInfo;
  const before = await (await request.get(`/api/runs?workflow_id=${workflow.id}`)).json();
  const visitor = await page.context().newPage();
  try {
    await visitor.goto(`http://localhost:${port}/`);
    const told = await visitor.evaluate(async (url) => {
      const send = (options: RequestInit) =>
        fetch(url, options).then(
          ({ type }) => type,
          () => "refused",
        );
      return [
        await send({ method: "POST", mode: "no-cors", credentials: "include", body: "{}" }),
        await send({ method: "POST", mode: "cors", headers: { "content-type": "application/json" }, body: "{}" }),
        await send({ method: "GET", mode: "cors" }),
      ];
    }, target);
    expect(told.slice(1)).toEqual(["refused", "refused"]);
    const answered = visitor.waitForResponse((response) => response.url() === target);
    await visitor.evaluate(() => document.forms[0]?.submit());
    expect((await answered).status()).toBe(403);
    const framed = visitor.frames().map((frame) => frame.url());
    expect(framed.filter((url) => url.startsWith(`${baseURL}/workflows`))).toEqual([]);
  } finally {
    await visitor.close();
    await new Promise((resolve) => evil.close(resolve));
  }
  expect(await (await request.get(`/api/runs?workflow_id=${workflow.id}`)).json()).toEqual(before);
});
