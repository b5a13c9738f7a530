import { expect, type Request } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** PNG of one pixel, in Base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("M16 · reading hostile memos sends no requests", async ({ device, app }) => {
  const { page } = device;
  const { origin } = new URL(app.url);
  const uploaded = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const query = `filename=tide%20table.png&type=image/png&size=${bytes.length}`;
    const answer = await fetch(`/files?${query}`, { method: "POST", body: bytes });
    return answer.text();
  }, pixel);
  const { id } = parseJson(z.looseObject({ id: z.string() }), uploaded);

  const router = await openRouter(app.url);
  const shown = `/file/attachments/${id}/tide%20table.png`;
  await router.memos.create.mutate({ content: `The last one\n\n![a picture](${shown})` });
  for (const content of hostileTexts(origin)) await router.memos.create.mutate({ content });

  const asked: Request[] = [];
  page.on("request", (request) => asked.push(request));
  await page.reload();
  const picture = page.getByRole("img", { name: "a picture" });
  const feed = page.getByRole("feed", { name: "Memos" });
  await expect(feed.getByRole("article").first()).toBeVisible();
  await feed.getByRole("link").first().hover();
  // Scrolls past every memo down to the image, with the pointer over the text to trigger hovers.
  await expect(async () => {
    await page.mouse.move(500 + Math.random() * 200, 400);
    await page.mouse.wheel(0, 500);
    expect(await picture.isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1);

  const own = new Set(["document", "script", "stylesheet", "fetch", "eventsource", "font"]);
  const byTexts = asked.filter((request) => {
    const { pathname, search } = new URL(request.url());
    const isPage = own.has(request.resourceType()) && !search.includes("asked");
    return !isPage && !pathname.startsWith("/assets/icon-");
  });
  expect([...new Set(byTexts.map((request) => request.url()))]).toEqual([`${origin}${shown}`]);
  expect(asked.filter((request) => !request.url().startsWith(origin))).toEqual([]);
});
