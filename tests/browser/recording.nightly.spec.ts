import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, expect, type Locator, type Page } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { type DevicePage, openDevice } from "../system/device-page.ts";
import { apiClient, signIn } from "../system/api-client.ts";
import { openRouter } from "../system/app-router.ts";
import { startServer } from "../system/running-program.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test as base } from "./file-app.ts";

interface Recorders {
  /** Chromium with a fake microphone that beeps once a second. */
  readonly hearing: Browser;
  /** The app in that browser. */
  readonly recorder: DevicePage;
}

const test = base.extend<{ readonly recorder: DevicePage }, Pick<Recorders, "hearing">>({
  hearing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      const { args, ...options } = chromiumLaunchOptions();
      const fakes = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
      const browser = await chromium.launch({ ...options, args: [...args, ...fakes] });
      await provide(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  recorder: async ({ app, hearing }, provide) => {
    await using device = await openDevice(hearing, app.url);
    await provide(device);
  },
});

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

// The composer would show the previous test's draft otherwise.
test.beforeEach(async ({ app }) => {
  const { drafts, attachments } = await openRouter(app.url);
  await drafts.set.mutate({ key: "composer", content: "" });
  await attachments.setDraft.mutate({ key: "composer", ids: [] });
});

const strip = (page: Page): Locator => page.getByRole("group", { name: "Recording" });
const said = (page: Page, words: string): Locator => page.getByRole("status").getByText(words);
const fileName = /Recording \d{4}-\d\d-\d\d \d\d\.\d\d\.m4a/;

/** Waits until the recording's timer shows this many seconds. */
async function recordUntil(page: Page, seconds: number): Promise<void> {
  const shown = async (): Promise<number> => {
    const [minutes = 0, rest = 0] = (await strip(page).getByRole("timer").innerText())
      .split(":")
      .map(Number);
    return minutes * 60 + rest;
  };
  await expect.poll(shown).toBeGreaterThanOrEqual(seconds);
}

async function savedMemo(url: string, words: string) {
  const { memos } = await openRouter(url);
  const { memos: all } = await memos.list.query({});
  return all.find(({ content }) => content.includes(words));
}

/** Returns the duration of a card's audio in seconds, once its metadata has loaded. */
async function lengthOf(card: Locator): Promise<number> {
  const audio = card.locator("audio");
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.readyState))
    .toBeGreaterThan(0);
  return audio.evaluate((element: HTMLAudioElement) => element.duration);
}

test("records while typing, pauses, attaches the recording at the caret, and plays it in the saved memo", async ({
  app,
  recorder,
}) => {
  const { page, memo } = recorder;
  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(page.locator(".composer [data-takes-files]")).toBeFocused();
  await page.keyboard.type("Said at the harbour: ");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(strip(page)).toBeVisible();
  await recordUntil(page, 1);
  await expect(strip(page).locator(".recording-level")).toBeVisible();
  await expectAccessible(page, "a recording that runs");
  await strip(page).getByRole("button", { name: "Pause" }).click();
  await expect(strip(page)).toContainText("Paused");
  await page.keyboard.press("Escape");
  await expect(strip(page)).toContainText("Paused");
  await strip(page).getByRole("button", { name: "Resume" }).click();
  await recordUntil(page, 2);
  await strip(page).getByRole("button", { name: "Stop and attach" }).click();
  await expect(strip(page)).toBeHidden();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
  await page.keyboard.press("Control+Enter");

  const card = memo("Said at the harbour");
  await expect(card.getByRole("button", { name: /^Play Recording/ })).toBeVisible();
  const length = await lengthOf(card);
  expect(length).toBeGreaterThan(1);
  expect(length).toBeLessThan(60);
  const saved = await savedMemo(app.url, "Said at the harbour");
  expect(saved?.content).toMatch(
    new RegExp(String.raw`^Said at the harbour: \[${fileName.source}\]\(/file/attachments/`),
  );
  expect(saved?.attachments).toMatchObject([{ type: "audio/mp4", kind: "audio" }]);
  await page.reload();
  await expect(card.getByRole("slider", { name: /^Position in Recording/ })).toBeEnabled();
  await card.getByRole("button", { name: /^Play Recording/ }).click();
  await expect(card.getByRole("button", { name: /^Pause Recording/ })).toBeVisible();
});

test("/record starts a recording in the editor of a memo, and Ctrl+Enter stops it before it saves", async ({
  app,
  recorder,
}) => {
  const { page, memo, write } = recorder;
  await write("Words that get a voice");
  const card = memo("Words that get a voice");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator(".inline-editor [data-takes-files]")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" /record");
  await page.getByRole("option", { name: "Record" }).click();
  await recordUntil(page, 1);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Edit memo" })).toBeHidden();
  await expect(card.getByRole("button", { name: /^Play Recording/ })).toBeVisible();
  await expect
    .poll(async () => (await savedMemo(app.url, "get a voice"))?.content)
    .toMatch(new RegExp(String.raw`get a voice \[${fileName.source}\]`));
});

test("saving a memo during a recording attaches the recording", async ({ app, recorder }) => {
  const { page, memo } = recorder;
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.getByRole("textbox", { name: "New memo" }).click();
  await page.keyboard.type("Saved in the middle of it");
  await page.keyboard.press("Control+Enter");
  await expect(strip(page)).toBeHidden();
  const card = memo("Saved in the middle of it");
  await expect(card.getByRole("button", { name: /^Play Recording/ })).toBeVisible();
  expect((await savedMemo(app.url, "Saved in the middle"))?.attachments).toHaveLength(1);
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeHidden();
});

test("leaving the view during a recording attaches it to the draft or to the memo", async ({
  recorder,
}) => {
  const { page, memo, write } = recorder;
  await write("A memo that is left");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(said(page, "Recording stopped and attached.")).toBeVisible();
  await page.getByRole("link", { name: /^Timeline/ }).click();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();

  const card = memo("A memo that is left");
  await card.hover();
  await card.getByRole("button", { name: "Edit", exact: true }).click();
  await card.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(strip(page)).toBeHidden();
  await page.getByRole("link", { name: /^Timeline/ }).click();
  await expect(card.getByRole("button", { name: /^Play Recording/ })).toBeVisible();
});

test("a recording that can't be attached can be retried, even after leaving the view", async ({
  recorder,
}) => {
  const { page } = recorder;
  await page.route("**/files?*", (route) => route.abort());
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.getByRole("link", { name: /^Archive/ }).click();
  const message = page.getByRole("status").filter({ hasText: "The recording isn’t attached yet." });
  await message.getByRole("button", { name: "Try again" }).click();
  await expect(message).toHaveCount(1);
  await page.unrouteAll({ behavior: "wait" });
  await message.getByRole("button", { name: "Try again" }).click();
  await expect(message).toBeHidden();
  await page.getByRole("link", { name: /^Timeline/ }).click();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
});

test("closing the window during a recording asks first and attaches the recording", async ({
  recorder,
}) => {
  const { page } = recorder;
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(said(page, "You can close the window now.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
});

test("discards a recording, which Undo restores", async ({ recorder }) => {
  const { page } = recorder;
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await strip(page).getByRole("button", { name: "Discard" }).click();
  await expect(strip(page)).toBeHidden();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeHidden();
  const message = page.getByRole("status").filter({ hasText: "Recording discarded" });
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
});

test("z in the list and Ctrl+Z in the text restore a discarded recording", async ({ recorder }) => {
  const { page, write } = recorder;
  const message = page.getByRole("status").filter({ hasText: "Recording discarded" });
  const discard = async (): Promise<void> => {
    await page.getByRole("button", { name: "Record", exact: true }).click();
    await recordUntil(page, 1);
    await strip(page).getByRole("button", { name: "Discard" }).click();
    await expect(message).toBeVisible();
  };
  const remove = page.getByRole("button", { name: /^Remove Recording/ });
  await write("A card that the focus goes to");
  await page.getByRole("article").first().focus();
  await discard();
  await page.keyboard.press("z");
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();

  const composer = page.getByRole("textbox", { name: "New memo" });
  await composer.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Words ");
  await discard();
  await expect(composer).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(remove).toBeVisible();
  await expect(composer).toContainText("Words");
  await page.keyboard.press("Control+z");
});

test("stops and attaches a recording at the server's upload limit", async ({ recorder }) => {
  const { page } = recorder;
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      const [address] = asked;
      if (typeof address !== "string" || !address.includes("profile.get")) return answer;
      const text = (await answer.text()).replaceAll(/"uploadBytes":\d+/g, '"uploadBytes":60000');
      return new Response(text, answer);
    };
  });
  await page.reload();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(strip(page)).toBeVisible();
  await expect(said(page, "Recording stopped at the 60 kB")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
});

test("attaches the recording when the microphone is unplugged", async ({ recorder }) => {
  const { page } = recorder;
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      Object.assign(window, { unplug: () => stream.getTracks().forEach((track) => track.stop()) });
      return stream;
    };
  });
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.evaluate(() => (window as unknown as { unplug(): void }).unplug());
  await expect(said(page, "The microphone was disconnected.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
});

test("explains why recording isn't possible, and offers to retry if that can help", async ({
  recorder,
}) => {
  const { page } = recorder;
  const record = page.getByRole("button", { name: "Record", exact: true });
  const refuseWith = (name: string): Promise<void> =>
    page.evaluate((given) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException("", given);
      };
    }, name);
  await test.step("permission is denied, then granted", async () => {
    await refuseWith("NotAllowedError");
    await record.click();
    const alert = page.getByRole("alert").filter({ hasText: "can’t access the microphone" });
    await expect(alert).toBeVisible();
    await expectAccessible(page, "a microphone that may not be used");
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator.mediaDevices, "getUserMedia");
    });
    await alert.getByRole("button", { name: "Try again" }).click();
    await recordUntil(page, 1);
    await strip(page).getByRole("button", { name: "Stop and attach" }).click();
    await expect(page.getByRole("button", { name: /^Remove Recording/ })).toBeVisible();
  });
  for (const [error, words] of [
    ["NotFoundError", "No microphone found."],
    ["NotReadableError", "Another app may be using the microphone."],
  ] as const) {
    await test.step(words, async () => {
      await refuseWith(error);
      await record.click();
      const alert = page.getByRole("alert").filter({ hasText: words });
      await alert.getByRole("button", { name: "Close" }).click();
      await expect(alert).toBeHidden();
    });
  }
  await test.step("a browser without support", async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, "MediaRecorder"));
    await record.click();
    const alert = page.getByRole("alert").filter({ hasText: "This browser can’t record audio." });
    await expect(alert.getByRole("button", { name: "Try again" })).toBeHidden();
    await alert.getByRole("button", { name: "Close" }).click();
  });
  await test.step("an unencrypted connection", async () => {
    await page.evaluate(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await record.click();
    await expect(
      page.getByRole("alert").filter({ hasText: "needs a secure (https) address" }),
    ).toBeVisible();
  });
});

/** Fake transcription provider: the requests that it received, and its response. */
interface Provider extends AsyncDisposable {
  readonly url: string;
  /** Media types of the recordings that it received. */
  readonly asked: string[];
  /** `null`: the provider doesn't respond. */
  answer: { readonly status: number; readonly text: string } | null;
}

/** Starts a transcription provider on this machine, with the protocol of such services. */
async function startProvider(): Promise<Provider> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push(/content-type: (audio\/\S+)/i.exec(Buffer.concat(chunks).toString())?.[1] ?? "");
      if (provider.answer === null) return;
      response.statusCode = provider.answer.status;
      response.end(JSON.stringify({ text: provider.answer.text }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}

test("B17b · a server with a provider transcribes a recording into the memo, keeps edits made meanwhile, and undo reverts it", async ({
  app,
  recorder,
}) => {
  const { page, memo, connect, syncPill } = recorder;
  const dir = await mkdtemp(join(tmpdir(), "tidemark-recording-"));
  await using ended = new AsyncDisposableStack();
  ended.defer(() => rm(dir, { recursive: true, force: true }));
  const account = { username: "alice", password: "correct horse" };
  await using server = await startServer(dir, {
    args: ["--admin-username", account.username, "--admin-password", account.password],
  });
  await using provider = await startProvider();
  const setting = { baseUrl: `${provider.url}/v1`, apiKey: "sk-test", model: "" };
  const api = apiClient(server.url, await signIn(server.url, account));
  const set = await api.send("PATCH", "/instance/settings/AI", {
    aiSetting: { provider: setting },
  });
  expect(set.status).toBe(200);

  await page.getByRole("textbox", { name: "New memo" }).click();
  await expect(page.locator(".composer [data-takes-files]")).toBeFocused();
  await page.keyboard.type("To be written down ");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await recordUntil(page, 1);
  await page.keyboard.press("Control+Enter");
  const card = memo("To be written down");
  const ask = card.getByRole("button", { name: /^Transcribe Recording/ });
  const saved = async () => (await savedMemo(app.url, "To be written down"))?.content;
  const recorded = new RegExp(String.raw`^To be written down \[${fileName.source}\]\([^)]+\)`);

  await test.step("transcription is offered only once the server supports it", async () => {
    await expect(card.getByRole("button", { name: /^Play Recording/ })).toBeVisible();
    await expect(ask).toBeHidden();
    await connect(server.url, account.username, account.password);
    await expect(syncPill()).toHaveAccessibleName(/^Sync: Synced/);
    await expect(ask).toBeVisible();
    await expectAccessible(page, "a recording that can be transcribed");
  });
  await test.step("a transcription is cancelled", async () => {
    await ask.click();
    await expect.poll(() => provider.asked).toEqual(["audio/mp4"]);
    await card.getByRole("button", { name: /^Stop transcribing Recording/ }).click();
    await expect(ask).toBeVisible();
    await expect(ask).toBeFocused();
  });
  await test.step("an unreadable recording is reported", async () => {
    provider.answer = { status: 415, text: "" };
    await ask.click();
    await expect(page.getByRole("alert").getByText("can’t read this recording")).toBeVisible();
  });
  await test.step("the transcript is added to the memo, and undo removes it", async () => {
    provider.answer = { status: 200, text: "High water at six." };
    await ask.click();
    await expect(card.getByText("High water at six.", { exact: true })).toBeVisible();
    expect(await saved()).toMatch(
      new RegExp(String.raw`${recorded.source}\n\nHigh water at six\.$`),
    );
    const message = page.getByRole("status").filter({ hasText: "added to the memo" });
    await message.getByRole("button", { name: "Undo" }).click();
    await expect(card.getByText("High water at six.", { exact: true })).toBeHidden();
    await expect.poll(saved).toMatch(new RegExp(`${recorded.source}$`));
  });
  await test.step("in the editor, one undo step removes it", async () => {
    await card.hover();
    await card.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(page.locator(".inline-editor [data-takes-files]")).toBeFocused();
    await page.keyboard.press("Control+Home");
    await ask.click();
    const editor = page.getByRole("textbox", { name: "Edit memo" });
    await expect(editor).toContainText("High water at six.");
    await editor.focus();
    await page.keyboard.type("Typed: ");
    await expect.poll(saved).toMatch(/^Typed: To be written down [^\n]+\n\nHigh water at six\.$/);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(saved).toMatch(new RegExp(`${recorded.source}$`));
  });
});
