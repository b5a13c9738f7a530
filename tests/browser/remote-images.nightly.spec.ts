import { expect } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("M16a · an image of another host loads only when the reader asks for it", async ({
  device,
  app,
}) => {
  const { page } = device;
  const asked: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  await page.route(/^https:/, async (route) => {
    asked.push({ url: route.request().url(), headers: await route.request().allHeaders() });
    if (route.request().url().endsWith("gone.png")) await route.abort();
    else await route.fulfill({ contentType: "image/png", body: pixel });
  });
  const router = await openRouter(app.url);
  await router.memos.create.mutate({
    content:
      "![a tide](https://pictures.example.org/tide.png)\n\n![gone](https://elsewhere.example.org/gone.png)",
  });
  await router.memos.create.mutate({
    content: "![other](https://pictures.example.org/other.png)",
  });
  const boxes = page.getByRole("group", { name: "Image from pictures.example.org" });
  const gone = page.getByRole("group", { name: "Image from elsewhere.example.org" });
  await expect(boxes).toHaveCount(2);
  await expect(gone).toBeVisible();
  expect(asked).toEqual([]);

  const tide = boxes.filter({ hasText: "a tide" });
  await tide.getByRole("button", { name: "Load" }).click();
  const picture = page.frameLocator("iframe[title='a tide']").locator("img");
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1);
  await expect(tide).toHaveAttribute("data-shown");
  expect(asked.map(({ url }) => url)).toEqual(["https://pictures.example.org/tide.png"]);
  expect(asked[0]?.headers["referer"]).toBeUndefined();
  expect(asked[0]?.headers["cookie"]).toBeUndefined();

  await gone.getByRole("button", { name: "Load" }).click();
  await expect(gone).toHaveAttribute("data-failed");
  await expect(gone.getByRole("button", { name: "Load" })).toBeVisible();

  await boxes
    .filter({ hasText: "other" })
    .getByRole("button", { name: "Always allow this site" })
    .click();
  await expect(page.frameLocator("iframe[title='other']").locator("img")).toBeVisible();

  // After a reload, images of the allowed site load. The one that was loaded once needs another click.
  asked.length = 0;
  await page.reload();
  await expect(page.frameLocator("iframe[title='other']").locator("img")).toBeVisible();
  await expect(page.frameLocator("iframe[title='a tide']").locator("img")).toBeVisible();
  await expect(gone.getByRole("button", { name: "Load" })).toBeVisible();
  expect(
    asked.map(({ url }) => new URL(url).host).filter((host) => host !== "pictures.example.org"),
  ).toEqual([]);
});

test("M16 · markup alone can't make a frame request an image", async ({ device }) => {
  const { page } = device;
  const asked: string[] = [];
  await page.route(/^https:/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "image/png", body: pixel });
  });
  const { origin } = new URL(page.url());
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  // Simulates markup that got past both filters.
  await page.evaluate((own) => {
    const holder = document.createElement("div");
    holder.innerHTML = [
      `<img src="https://elsewhere.example.org/1.png">`,
      `<iframe src="https://elsewhere.example.org/2"></iframe>`,
      `<iframe src="/frames/remote-image#https://elsewhere.example.org/3.png"></iframe>`,
      `<iframe src="/frames/remote-image?https://elsewhere.example.org/4.png"></iframe>`,
      `<iframe srcdoc="<img src='https://elsewhere.example.org/5.png'>"></iframe>`,
      `<iframe src="${own}/trpc/changes"></iframe>`,
    ].join("");
    document.body.append(holder);
  }, origin);
  await expect.poll(() => refused).toContain("/trpc/changes");
  expect(asked).toEqual([]);
});
