import type { Page } from "@playwright/test";

/** Waits until the page has drawn this many more frames. */
export async function drawFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  }, count);
}
