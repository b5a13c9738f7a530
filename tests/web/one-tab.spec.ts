import { expect, test as base } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { type ServedPage, servePage } from "./serve-page.ts";

const test = base.extend<object, { readonly served: ServedPage }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await servePage();
      await provide(served);
    },
    { scope: "worker" },
  ],
});

test("memos written in a browser are there after a reload", async ({ browser, served }) => {
  await using device = await openDevice(browser, served.url);
  const errors: string[] = [];
  device.page.on("pageerror", (error) => errors.push(error.message));
  await device.write("First light over the flats #tide");
  await expect(device.memo("First light")).toBeVisible();
  await device.write("Second, after the first");
  await device.edit("First light", "end", "\n\nand a line more");
  await device.page.reload();
  await expect(device.memo("Second, after the first")).toBeVisible();
  await expect(device.memo("First light")).toContainText("and a line more");
  await device.search("flats");
  await expect(device.memo("First light")).toBeVisible();
  await expect(device.memo("Second, after")).toBeHidden();
  expect(errors).toEqual([]);
});
