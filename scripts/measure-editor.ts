import { type CDPSession, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "./support/chromium";
import { Failure, runCommand } from "./support/failure";
import { say } from "./support/progress";

const usage = `node --import tsx scripts/measure-editor.ts URL [NODES]

How smoothly a node of a large graph (300 nodes) is dragged in the editor of a running production server: at how many places a
second it is shown, and the browser's own work for one, which does not depend on what else the machine does.`;

const steps = 120;

/** The times of frames in which the node stands elsewhere. As a text: the page does not know what compiling adds to functions. */
const recordFrames = `
  var shownFrames = [];
  var lastPlace;
  requestAnimationFrame(function note(time) {
    const place = document.querySelector(".react-flow__node.dragging")?.style.transform;
    if (place !== lastPlace) shownFrames.push(time);
    lastPlace = place;
    requestAnimationFrame(note);
  });`;

await runCommand(async () => {
  const [url, count = "300"] = process.argv.slice(2);
  if (!url) throw new Failure(usage);
  const id = await createWorkflow(url, Number(count));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => window.localStorage.setItem("workflow-editor.autosave", "off"));
  await page.goto(`${url}/workflows/${id}`);
  await page.locator(".react-flow__node").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  say(`${count} nodes, ${steps} moves of the pointer each:`);
  say(await measure("dragging a node, its surroundings in view", page, session));
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await page.waitForTimeout(500);
  say(await measure("dragging a node, all nodes in view", page, session));
  await browser.close();
  return 0;
});

/** A ladder of conditions and logs, in ten columns. */
async function createWorkflow(url: string, count: number): Promise<string> {
  const nodes: object[] = [{ id: "start", type: "trigger", config: {}, position: { x: 0, y: 0 } }];
  const edges: object[] = [];
  for (let index = 1; index < count; index++) {
    const isCondition = index % 3 === 0;
    const config = isCondition ? { expression: "trigger.amount > 1" } : { message: "{{ trigger.amount }}" };
    const position = { x: (index % 10) * 260, y: Math.floor(index / 10) * 140 };
    nodes.push({ id: `n${index}`, type: isCondition ? "condition" : "log", config, position });
    const source = index === 1 ? "start" : `n${index - 1}`;
    edges.push({ source, target: `n${index}`, ...((index - 1) % 3 === 0 && index > 1 && { branch: "true" }) });
  }
  const response = await fetch(`${url}/api/workflows`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: `${count} nodes`, nodes, edges }),
  });
  if (response.status !== 201) throw new Failure(`${url} does not take the workflow: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function measure(what: string, page: Page, session: CDPSession): Promise<string> {
  const node = page.locator(".react-flow__node").nth(4);
  const box = await node.boundingBox();
  if (!box) throw new Failure("The node to drag is not in view.");
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 5);
  await page.evaluate(recordFrames);
  const before = await busySeconds(session);
  for (let step = 1; step <= steps; step++) await page.mouse.move(x + 5 + step, y + 5 + 30 * Math.sin(step / 10));
  const busy = (await busySeconds(session)) - before;
  const frames = await page.evaluate<number[]>("shownFrames");
  await page.mouse.up();
  await page.keyboard.press("ControlOrMeta+Z");
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  gaps.sort((one, other) => one - other);
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000;
  const slow = gaps[Math.floor(gaps.length * 0.95)] ?? 0;
  return [
    what,
    `  ${(gaps.length / seconds).toFixed(1)} places a second; 95 of 100 within ${slow.toFixed(1)} ms`,
    `  ${((busy * 1_000) / steps).toFixed(1)} ms of the page's thread for each move of the pointer`,
  ].join("\n");
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}
