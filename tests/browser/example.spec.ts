import { expect } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

test("the first run offers an example memo to try, which is stored only when it is saved", async ({
  app,
  device,
}) => {
  const { page } = device;
  const router = await openRouter(app.url);
  const example = page.getByRole("region", { name: "Try this one" });
  const box = example.getByRole("checkbox", { name: /^Check this box/ });
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await example.getByRole("link", { name: "#outside" }).click();
  await expect(example.getByRole("status")).toHaveText(/^Click #outside/);
  await expectAccessible(page, "the first run");
  expect((await router.memos.counts.query()).normal).toBe(0);

  await page.reload();
  await expect(box).not.toBeChecked();
  await box.click();
  await example.getByRole("button", { name: "Save as memo" }).click();
  const memo = device.memo("Walk along the shore");
  await expect(memo).toBeFocused();
  await expect(memo.getByRole("checkbox", { name: /^Check this box/ })).toBeChecked();
  await expect(example).toBeHidden();
  await device.choose("Walk along the shore", "Move to trash");
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await expect(example).toBeHidden();
});
