import { expect, type Locator, type Page } from "@playwright/test";

const [second, minute, day] = [1_000, 60_000, 86_400_000];

/** The shortest and the longest texts that a time shows, and how long after it: late enough for what a run does at once. */
export const ages: readonly [after: number, text: string | RegExp][] = [
  [4 * second, "just now"],
  [9 * second, "9 s ago"],
  [59 * minute + 59 * second, "59 min ago"],
  [30 * day - 9 * second, "29 days ago"],
  [31 * day, /^\d{4}-\d\d-\d\d$/],
];

const widths = [1440, 390];
const height = 844;

/**
 * Everything within a part of the page stands where it stood, in a wide window and in a narrow one, while a time in it, and
 * with it all others, grows older; and no time is wider than its cell.
 */
export async function expectStill(root: Locator, time: Locator, within = ages): Promise<void> {
  const page = root.page();
  await expect(root.getByText(/^Loading/).or(root.locator("[aria-busy=true]"))).toHaveCount(0);
  const start = Date.parse((await time.getAttribute("datetime")) ?? "");
  let before: Place[] | undefined;
  for (const [after, text] of within) {
    await page.clock.setFixedTime(start + after);
    await tick(page);
    await expect(time).toHaveText(text);
    const places: Place[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      places.push(...(await placesIn(root, `${width} px, ${text}`)));
    }
    before ??= places;
    expect(movedFrom(before, places)).toEqual([]);
  }
}

/**
 * Everything that shows a time has had its tick: the one interval of a second for all of them is due before a timeout of
 * more than that which is set now. Until then parts that were rendered meanwhile show another time than the rest, or the text that is
 * waited for has been there before.
 */
async function tick(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
}

interface Place {
  part: string;
  box: string;
}

/** Drawings show the time by what moves in them; in a line that is cut off where it is too long, nothing else can move. */
function placesIn(root: Locator, when: string): Promise<Place[]> {
  return root.evaluate(async (element, label) => {
    // What measures itself is done two frames after the window has another width.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const origin = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll("*:not(svg, svg *, [aria-hidden], [aria-hidden] *)")];
    const cutLines = parts.filter((part) => getComputedStyle(part).textOverflow === "ellipsis");
    return parts
      .filter((part) => !cutLines.some((line) => line !== part && line.contains(part)))
      .map((part) => {
        const { x, y, width, height: tall, right } = part.getBoundingClientRect();
        const cell = part.matches("time") ? part.closest("td") : null;
        const end = cell && cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
        const sticksOut = end !== null && width > 0 && right > end + 0.5 ? ", which sticks out of its cell" : "";
        const box = [x - origin.x, y - origin.y, width, tall].map((length) => length.toFixed(1)).join(" ");
        return { part: `${label}: ${part.tagName.toLowerCase()} ${part.textContent.slice(0, 60)}${sticksOut}`, box };
      });
  }, when);
}

function movedFrom(before: readonly Place[], places: readonly Place[]): string[] {
  if (before.length !== places.length) return [...onlyIn(before, places, "gone"), ...onlyIn(places, before, "new")];
  return places.flatMap(({ part, box }, index) => {
    const was = before[index]?.box;
    if (was !== box) return [`${part}: from ${was} to ${box}`];
    return part.endsWith("sticks out of its cell") ? [part] : [];
  });
}

/** What stands in one list more often than in the other: its label tells when, and is left out of the comparison. */
function onlyIn(places: readonly Place[], others: readonly Place[], word: string): string[] {
  const withoutLabel = ({ part }: Place) => part.slice(part.indexOf(": "));
  const left = others.map(withoutLabel);
  return places.flatMap((place) => {
    const index = left.indexOf(withoutLabel(place));
    if (index >= 0) left.splice(index, 1);
    return index >= 0 ? [] : [`${word}: ${place.part}`];
  });
}
