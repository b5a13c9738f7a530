import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Rules that depend on the theme. Others give the same results in all themes, and take most of the time. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

interface Extent {
  /** `colours` if all rules were already checked in another theme. */
  readonly rules?: "all" | "colours";
  /** Selector of the only part of the page to check. */
  readonly within?: string;
}

/** Expects that the page breaks no rule of WCAG 2.2 AA that axe can check. */
export async function expectAccessible(
  page: Page,
  name: string,
  { rules = "all", within }: Extent = {},
): Promise<void> {
  // During a transition between themes, the colours belong to neither.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== "running"),
  );
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Floating menus and lists are outside the page's landmarks, as they should be.
  if (within === undefined) axe.exclude(floating);
  else axe.include(within);
  axe.options({
    resultTypes: ["violations"],
    runOnly:
      rules === "colours"
        ? { type: "rule", values: rulesOfColours }
        : {
            type: "tag",
            values: within === undefined ? [...standards, "best-practice"] : standards,
          },
  });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    targets: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
  expect(found, name).toEqual([]);
}

const floating = "[data-base-ui-portal]";

/** Expects the page and anything floating over it to be accessible in both themes. */
export async function expectAccessibleInBoth(page: Page, name: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ["light", "all"],
    ["dark", "colours"],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `${name}, ${colorScheme}`, { rules });
    if ((await page.locator(floating).count()) === 0) continue;
    await expectAccessible(page, `${name}, what floats, ${colorScheme}`, {
      rules,
      within: floating,
    });
  }
}
