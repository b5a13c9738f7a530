import { expect, type Request } from "@playwright/test";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

/** PNG of one pixel, in Base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns memos with addresses that could trigger a request, in every syntax that allows an address. */
function hostileTexts(origin: string): string[] {
  const { host } = new URL(origin);
  const addresses = [
    "/trpc/changes",
    "/trpc/profile.get?asked=1",
    "trpc/changes",
    "./trpc/changes",
    "/session",
    "/assets/asked.png",
    `${origin}/trpc/changes`,
    `//${host}/trpc/changes`,
    `http://me:word@${host}/trpc/changes`,
    `/\\\\${host}/trpc/changes`,
    "/file/attachments/a1/../../../trpc/changes",
    "/file/attachments/a1/%2e%2e/%2e%2e/%2e%2e/trpc/changes",
    "/file/attachments/a1/..%2f..%2f..%2ftrpc%2fchanges",
    "/file/attachments/a1/..\\\\..\\\\..\\\\trpc\\\\changes",
    "/file/attachments/a1/b.png?batch=1",
    "/file/attachments/a1/b.png#x",
    "https://elsewhere.example/i.png",
    "//elsewhere.example/i.png",
    "http://127.0.0.1:9/i.png",
    "&#47;trpc/changes",
    "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
  ];
  const elements = [
    '<img src="ASK">',
    '<img srcset="ASK 1x, ASK 2x">',
    '<video src="ASK" poster="ASK" autoplay></video>',
    '<audio src="ASK" autoplay></audio>',
    '<link rel="prefetch" href="ASK"><link rel="stylesheet" href="ASK">',
    '<style>@import "ASK"; body { background: url("ASK") }</style>',
    '<p style="background: url(ASK)">a</p>',
    '<a href="ASK" ping="ASK">a</a>',
    '<iframe src="ASK"></iframe><object data="ASK"></object><embed src="ASK">',
    '<svg><image href="ASK"/><use href="ASK#a"/></svg>',
    '<input type="image" src="ASK">',
    '<script src="ASK"></script><script type="speculationrules">{"prefetch":[{"urls":["ASK"]}]}</script>',
    '<meta http-equiv="refresh" content="0; url=ASK">',
  ];
  return [
    ...elements.map((element) => element.replaceAll("ASK", "/trpc/changes?asked=html")),
    addresses.map((address) => `![an image](<${address}>)`).join("\n\n"),
    addresses.map((address) => `![an image](${address} "title")`).join("\n\n"),
    addresses.map((address, at) => `![an image][r${at}]\n\n[r${at}]: <${address}>`).join("\n\n"),
    addresses.map((address) => `[![an image](<${address}>)](<${address}>)`).join("\n\n"),
    addresses.map((address) => `[a link](<${address}>) <${address}>`).join("\n\n"),
  ];
}

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
