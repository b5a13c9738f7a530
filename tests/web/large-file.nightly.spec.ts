import { createWriteStream } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { openDevice } from "../system/device-page.ts";
import { signInPath, test } from "./signed-in-page.ts";

test.afterEach(({ served }) => served.setReachable(true));

const megabyte = 1024 * 1024;
const bytesPerSecond = 44_100 * 4;
const seconds = Math.floor((50 * megabyte) / bytesPerSecond);

/** Writes a recording of 50 MB: noise, so that no part is like another. */
async function writeRecording(file: string): Promise<void> {
  const dataBytes = seconds * bytesPerSecond;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + dataBytes, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(bytesPerSecond, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(dataBytes, 40);
  let seed = 1;
  function* pieces(): Generator<Buffer> {
    yield head;
    for (let n = 0; n < seconds; n += 1) {
      const piece = Buffer.alloc(bytesPerSecond);
      for (let at = 0; at < bytesPerSecond; at += 4) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        piece.writeUInt32LE(seed, at);
      }
      yield piece;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file));
}

/** Moves a player to near the end, and returns its place and length once it has the sound of there. */
function seek(player: Locator): Promise<readonly [place: number, length: number]> {
  return player.evaluate(async (element) => {
    const audio = element as HTMLAudioElement;
    audio.preload = "auto";
    audio.load();
    const once = (type: string) =>
      new Promise<void>((resolve, reject) => {
        audio.addEventListener(type, () => resolve(), { once: true });
        audio.addEventListener("error", () => reject(new Error(audio.error?.message)));
      });
    await once("loadedmetadata");
    const seeked = once("seeked");
    audio.currentTime = audio.duration - 20;
    await seeked;
    if (audio.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await once("canplay");
    return [Math.round(audio.currentTime), Math.round(audio.duration)] as const;
  });
}

/** Resolves once a part of the recording from its second half was answered; from the service worker or not. */
function laterPart(page: Page, isFromServiceWorker: boolean) {
  return page.waitForResponse((response) => {
    if (!response.url().includes("/file/attachments/")) return false;
    const [, start = "0"] = /^bytes (\d+)-/.exec(response.headers()["content-range"] ?? "") ?? [];
    const isLater = response.status() === 206 && Number(start) > 25 * megabyte;
    return isLater && response.fromServiceWorker() === isFromServiceWorker;
  });
}

test("A42j · a file of 50 MB is sent, and played from its end in the browser and from the server", async ({
  browser,
  served,
}) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-recording-"));
  const file = join(folder.path, "long.wav");
  await writeRecording(file);
  await using device = await openDevice(browser, `${served.url}${signInPath("alice")}`);
  const { page } = device;
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await expect(page.getByRole("button", { name: /^Rename long\.wav/ })).toBeVisible();
  await device.write("An hour at the harbour");
  const player = device.memo("An hour at").locator("audio");
  const played = [seconds - 20, seconds];

  served.setReachable(false);
  const fromHere = laterPart(page, true);
  expect(await seek(player)).toEqual(played);
  await fromHere;
  served.setReachable(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(device.syncPill()).toHaveAccessibleName(/^Sync: Synced/, { timeout: 60_000 });

  const context = await browser.newContext();
  await context.addCookies([{ name: "tidemark_shared", value: "yes", url: served.url }]);
  const other = await context.newPage();
  await other.goto(`${served.url}${signInPath("alice")}`);
  const card = other.getByRole("article").filter({ hasText: "An hour at" });
  // Sending it takes a minute or more on a busy machine.
  const play = card.getByRole("button", { name: "Play long.wav" });
  await expect(async () => await expect(play).toBeEnabled()).toPass();
  const there = card.locator("audio");
  const fromServer = laterPart(other, false);
  expect(await seek(there)).toEqual(played);
  await fromServer;
  await context.close();
});
