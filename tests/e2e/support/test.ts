import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

interface Fixtures {
  /** what the page wrote to its console, or threw, and should not have; a test that expects some of it takes it out */
  noise: string[];
}

/** A test that fails on any error, warning or exception in the browser. */
export const test = base.extend<Fixtures>({
  noise: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") noise.push(message.text());
      });
      page.on("pageerror", (error) => noise.push(String(error)));
      await use(noise);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a page and waits until it listens: keys that are pressed before go nowhere, unlike clicks, which a person repeats. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await untilListening(page);
}

export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector("[aria-keyshortcuts], header button, form button");
    return button !== null && Object.keys(button).some((key) => key.startsWith("__reactProps"));
  });
}

/** The browser reports each answer of 400 and above; a test that provokes one says so, and goes on being quiet. */
export function expectRefusals(noise: string[], status: number): void {
  expect(noise.splice(0).filter((line) => !line.includes(`status of ${status}`))).toEqual([]);
}

/** The rules of WCAG 2.2 AA, and what is good practice beyond them. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, (await axe(page)).withTags(rules));
}

/** Those rules that look at colours, for a page that is known to keep the others and changed its theme. */
export async function expectVisibleColours(page: Page): Promise<void> {
  await expectNoViolations(page, (await axe(page)).withRules(["color-contrast", "link-in-text-block"]));
}

/**
 * In one go and in this page alone: the app has no frames, for which the other mode opens a second page each time. What
 * keeps the rules is not described, which takes as long as to look at it. A document that is looked at again has the
 * program from the first time: to load all of it takes half as long as to look.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder(isThere ? { page, axeSource: "undefined" } : { page });
  return builder.options({ resultTypes: ["violations"] }).setLegacyMode();
}

async function expectNoViolations(page: Page, builder: AxeBuilder): Promise<void> {
  // What begins to move only now, on a machine that has much else to do, is where it belongs at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectToStandStill(page);
  const { violations } = await builder.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
}

/** What fades in has not its own colours yet. Spinners go on for ever, and are not waited for. */
async function expectToStandStill(page: Page): Promise<void> {
  const standsStill = async (withinMs: number) => {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      // What was put into the page just now begins to move two frames later.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document.getAnimations().filter(({ playState, effect }) => {
        return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      });
      // Looked at with each frame, and not waited for: what nobody sees finishes with a frame that nobody asks for.
      if (moving.length === 0) return true;
    }
    return false;
  };
  expect(await page.evaluate(standsStill, 30_000)).toBe(true);
}

/** Nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
}
