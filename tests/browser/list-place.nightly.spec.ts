import { expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { fillList } from "./fill-list.ts";

/** Ids of the memos below the header with their positions, once they stay. */
async function placesOf(page: Page): Promise<readonly { id: string; top: number }[]> {
  const read = () =>
    page.locator("[data-memo-list]").evaluate((list: HTMLElement) => {
      if (list.style.opacity === "0") return [];
      const cards = [...list.querySelectorAll<HTMLElement>("article")];
      return cards
        .map((card) => ({ id: card.id, rect: card.getBoundingClientRect() }))
        .filter(({ rect }) => rect.bottom > 110 && rect.top < innerHeight)
        .map(({ id, rect }) => ({ id, top: rect.top }));
    });
  let before = "";
  let now = await read();
  await expect
    .poll(async () => {
      before = JSON.stringify(now);
      now = await read();
      return now.length > 0 && JSON.stringify(now) === before;
    })
    .toBe(true);
  return now;
}

async function expectSamePlace(page: Page, leave: () => Promise<void>): Promise<void> {
  const [first] = await placesOf(page);
  if (first === undefined) throw new Error("no memo is in view");
  await leave();
  const [again] = await placesOf(page);
  expect(again?.id).toBe(first.id);
  expect(Math.abs((again?.top ?? 0) - first.top)).toBeLessThanOrEqual(2);
}

async function scroll(page: Page, times: number): Promise<void> {
  await page.mouse.move(500, 400);
  for (let at = 0; at < times; at += 1) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(
      () => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))),
    );
  }
}

/** Opens the page of a memo in view by its time, and comes back. */
async function visitMemo(page: Page, meanwhile: () => Promise<unknown>): Promise<void> {
  const places = await placesOf(page);
  const { id } = places.find(({ top }) => top > 110) ?? { id: "" };
  await page.locator(`#${id} a[href]`).first().click();
  await expect(page.locator("[data-memo-list]")).toBeHidden();
  await meanwhile();
  await page.goBack();
  await expect(page.locator("[data-memo-list] article").first()).toBeVisible();
}

test("a list is at the same place after a memo's page and after a reload", async ({
  app,
  device,
}) => {
  const { page } = device;
  const router = await openRouter(app.url);
  await fillList(router, 130);
  await page.reload();
  await expect(device.memo("Note 129")).toBeVisible();
  const stay = async (): Promise<void> => undefined;

  // Past the second page of the list.
  await scroll(page, 50);
  await expect(device.memo("Note 129")).not.toBeInViewport();
  await expectSamePlace(page, () => visitMemo(page, stay));
  await expectSamePlace(page, async () => void (await page.reload()));
  await expectSamePlace(page, () => visitMemo(page, () => page.reload()));
  // The memo on top is gone when one comes back.
  const [top, next] = await placesOf(page);
  await visitMemo(page, () => router.memos.trash.mutate({ ids: [(top?.id ?? "").slice(5)] }));
  const left = (await placesOf(page)).find(({ id }) => id === next?.id);
  expect(Math.abs((left?.top ?? 0) - (next?.top ?? 0))).toBeLessThanOrEqual(2);

  for (const address of ["#/?q=words", "#/?tag=tide"]) {
    await page.evaluate((to) => (location.hash = to), address);
    await expect(page.getByRole("article").first()).toBeVisible();
    await scroll(page, 5);
    await expectSamePlace(page, () => visitMemo(page, stay));
    await expectSamePlace(page, async () => void (await page.reload()));
  }
});

test("keys lead into a list that was scrolled before any memo was chosen", async ({
  app,
  device,
}) => {
  const { page } = device;
  await fillList(await openRouter(app.url), 60);
  await page.reload();
  const first = device.memo("Note 59");
  await expect(first).toBeVisible();
  await scroll(page, 20);
  await expect(first).not.toBeInViewport();
  await page.keyboard.press("Control+f");
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
});
