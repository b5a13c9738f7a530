import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What the theme decides. Every other rule says the same in each, and costs most of the time. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

interface Extent {
  /** `colours`, where all rules were heard in another theme. */
  readonly rules?: "all" | "colours";
  /** The only part of the page that is looked at, as a selector. */
  readonly within?: string;
}

/** No rule of WCAG 2.2 AA that a program can check is broken by what is shown now. */
export async function expectAccessible(
  page: Page,
  name: string,
  { rules = "all", within }: Extent = {},
): Promise<void> {
  // Colours on their way from one theme to another are neither's.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== "running"),
  );
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Menus and lists that float over the page belong to no landmark of it, nor should they.
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

/** In both themes: the page, and what floats over it. */
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
