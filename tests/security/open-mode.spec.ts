import { OwnApp } from "../e2e/support/own-app";
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusals, test } from "../e2e/support/test";

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test("with AUTH_MODE=open the app starts where others reach it, and every page and the log say so", async ({
  page,
  noise,
}) => {
  const app = await OwnApp.create({ HOST: "0.0.0.0", AUTH_MODE: "open" });
  try {
    expect(app.output).toContain("AUTH_MODE=open: whoever reaches this address may do everything");
    const notice = page.getByRole("complementary", { name: "Access" });
    for (const path of ["/", "/workflows", "/runs", "/dead-letters", "/secrets", "/docs/api", "/nowhere"]) {
      await page.goto(`${app.url}${path}`);
      await expect(notice).toHaveText(
        "Open to everybody: whoever reaches this address may do everything here (AUTH_MODE=open).",
      );
      await expect(notice).toBeInViewport({ ratio: 1 });
      if (path === "/nowhere") expectRefusals(noise, 404);
    }
    await page.goto(`${app.url}/workflows`);
    for (const size of widths) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expect(notice).toBeInViewport({ ratio: 1 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        // Nothing is pushed out of the window by it, and it stays when somebody scrolls.
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height);
      }
    }
    await page.goto(`${app.url}/docs/api`);
    await page.mouse.wheel(0, 5_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
  } finally {
    // A page that is left open would tell its console that the app is gone.
    await page.close();
    await app.remove();
  }
});
