import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No rule of WCAG 2.2 AA that a program can check is broken by what is shown now. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Colours on their way from one theme to another are neither's.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== "running"),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // Menus and lists that float over the page belong to no landmark of it, nor should they.
    .exclude("[data-base-ui-portal]")
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    targets: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
  expect(found, name).toEqual([]);
}
