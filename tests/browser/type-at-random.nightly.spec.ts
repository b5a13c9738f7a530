import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { typeAtRandom } from "./type-at-random.ts";

const typingMs = 120_000;

test("random typing on a slow computer changes no memo that wasn't chosen, and loses no word", async ({
  app,
  device,
}) => {
  test.setTimeout(4 * typingMs);
  const router = await openRouter(app.url);
  for (let at = 0; at < 40; at += 1) {
    await router.memos.create.mutate({
      content: `Note ${at}\n\nWords of note ${at}, with a #tag${at}`,
    });
  }
  await device.page.reload();
  await expect(device.memo("Words of note 39")).toBeVisible();
  const seed = Math.floor(Math.random() * 1_000_000);
  const { page } = device;
  const { rounds, problems } = await typeAtRandom({
    page,
    router,
    seed,
    forMs: typingMs,
    slowness: 6,
  });
  expect(problems, `seed ${seed}`).toEqual([]);
  expect(rounds).toBeGreaterThan(5);
});
