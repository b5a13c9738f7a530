import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { freePort } from "../chaos/free-port.ts";
import { openRouter } from "../system/app-router.ts";
import { openDevice } from "../system/device-page.ts";
import { startApp } from "../system/running-program.ts";
import { test } from "./file-app.ts";
import { silence } from "./hand-files.ts";

// Runs in order in one worker: the tests share one app.
test.describe.configure({ mode: "default" });

const widths = [1440, 900, 820, 390];

interface Edges {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function edgesOf(element: Locator): Promise<Edges> {
  const edges = await element.boundingBox();
  if (edges === null) throw new Error("it is not drawn");
  return edges;
}

function areApart(a: Edges, b: Edges): boolean {
  const across = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return across || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

async function beginEdit(page: Page, card: Locator): Promise<Locator> {
  await card.focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(editor).toBeFocused();
  return editor;
}

test("while the host is down, shortcuts report it, and typed text is saved once it is back", async ({
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-host-away-"));
  const port = await freePort();
  let app = await startApp(dir, port);
  await using device = await openDevice(browser, app.url);
  const { page, memo } = device;
  await device.write("Typed while nobody listens");
  await device.write("A memo with keys");
  const unanswered = page.getByRole("alert").filter({ hasText: "Tidemark didn’t respond." });

  await beginEdit(page, memo("Typed while nobody listens"));
  await page.keyboard.press("Control+End");
  await app.kill();
  await page.keyboard.type(" any more");
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByRole("status").filter({ hasText: "Not saved yet. Your text stays in this window" }),
  ).toBeVisible();
  await expect(memo("Typed while nobody listens any more")).toBeVisible();

  for (const key of ["t", "s", "e"]) {
    await memo("A memo with keys").focus();
    await page.keyboard.press(key);
    await expect(unanswered).toHaveCount(1);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(memo("A memo with keys")).toBeFocused();
    await unanswered.getByRole("button", { name: "Dismiss" }).click();
    await expect(unanswered).toHaveCount(0);
  }

  app = await startApp(dir, port);
  await expect(page.getByRole("status").filter({ hasText: "Your text is now saved." })).toBeVisible(
    { timeout: 30_000 },
  );
  const router = await openRouter(app.url);
  const { memos } = await router.memos.list.query({ search: "nobody" });
  expect(memos.map(({ content }) => content)).toEqual(["Typed while nobody listens any more"]);
  // The page may save the text before it has noticed that the host is back, so shortcuts may still fail.
  const editor = page.getByRole("textbox", { name: "Edit memo" });
  await expect(async () => {
    await memo("A memo with keys").press("e");
    await expect(editor.or(unanswered).first()).toBeVisible();
    if (await unanswered.isVisible()) {
      await unanswered.getByRole("button", { name: "Dismiss" }).click();
    }
    expect(await editor.isVisible()).toBe(true);
  }).toPass();
  await expect(editor).toBeFocused();
  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

test("audio reports that the host is down, and plays once it is back", async ({ browser }) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-sound-"));
  const port = await freePort();
  let app = await startApp(dir, port);
  await using device = await openDevice(browser, app.url);
  const { page, memo } = device;
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([{ name: "tone.wav", mimeType: "audio/wav", buffer: silence(2) }]);
  await expect(page.getByRole("button", { name: "Remove tone.wav" })).toBeVisible();
  await device.write("Heard at low water");
  const card = memo("Heard at low water");
  const place = card.getByRole("slider", { name: "Position in tone.wav" });
  await expect(place).toBeEnabled();
  // Puts the card so far down that it isn't rendered, so that the browser hasn't cached its audio.
  const { memos } = await openRouter(app.url);
  for (let count = 0; count < 12; count += 1) {
    await memos.create.mutate({ content: `Above ${count}\n\n${"- line\n".repeat(60)}` });
  }
  await page.reload();
  await expect(memo("Above 11")).toBeVisible();
  await expect(card).toHaveCount(0);
  await app.kill();
  await page.getByRole("feed").hover();
  await expect(async () => {
    // A wheel, as by a person: the list brings back its place after a reload until then.
    await page.mouse.wheel(0, 20_000);
    expect(await card.isVisible()).toBe(true);
  }).toPass();
  await expect(card).toContainText("Can’t play this until Tidemark responds again.");
  await expect(card).not.toContainText("Can’t play this audio");
  app = await startApp(dir, port);
  await expect(place).toBeEnabled({ timeout: 30_000 });
  await card.getByRole("button", { name: "Play tone.wav" }).click();
  await expect
    .poll(() => card.locator("audio").evaluate((sound: HTMLAudioElement) => sound.played.length))
    .toBeGreaterThan(0);
  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

test("a card with one long paragraph is as tall as other cut-off cards", async ({
  app,
  device,
}) => {
  const router = await openRouter(app.url);
  const words = "one paragraph that goes on and on ";
  const content = `A title\n\n${words.repeat(300_000 / words.length)}`;
  const { id } = await router.memos.create.mutate({ content });
  const text = device.memo("A title").locator(".card-text");
  await expect(text).toHaveAttribute("data-clamped");
  expect((await edgesOf(text)).height).toBeGreaterThan(400);
  await router.memos.purge.mutate({ ids: [id] });
});

test("messages cover neither the editor's toolbar nor the composer, and the toolbar is one line", async ({
  app,
  device,
}) => {
  const { page, memo } = device;
  const router = await openRouter(app.url);
  await router.memos.create.mutate({ content: `Tall\n\n${"line\n".repeat(120)}` });
  await router.memos.create.mutate({ content: "To be pinned" });
  const message = page.locator("[data-region=messages] [role=status]");
  for (const width of widths) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await memo("To be pinned").focus();
      await page.keyboard.press("p");
      await expect(message).toHaveCount(1);
      await beginEdit(page, memo("Tall"));
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("x");
      const tools = memo("Tall").locator(".inline-tools");
      const discard = tools.getByRole("button", { name: "Discard changes" });
      await expect(discard).toBeVisible();
      await expect(async () => {
        expect(areApart(await edgesOf(message), await edgesOf(tools))).toBe(true);
      }).toPass();
      // One line; on a phone, formatting buttons have a second line, as in the composer.
      const { height } = await edgesOf(tools);
      expect(height).toBeLessThan(width < 720 ? 84 : 48);
      await page.keyboard.press("Control+Enter");
      // A message disappears after a while, so the test replaces it with a new one.
      await memo("To be pinned").focus();
      await page.keyboard.press("p");
      await expect(message).toHaveCount(1);
      await page.keyboard.press("Control+n");
      await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
      await page.keyboard.insertText("line\n".repeat(60));
      await expect(async () => {
        expect(
          areApart(await edgesOf(message.first()), await edgesOf(page.locator("#composer"))),
        ).toBe(true);
      }).toPass();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Backspace");
      await message.getByRole("button", { name: "Dismiss" }).first().click();
      await expect(message).toHaveCount(0);
    });
  }
});

test("a key right after Escape in the tag field acts on the card", async ({ device }) => {
  const { page, memo, write } = device;
  await write("Tagged and pinned");
  await memo("Tagged and pinned").focus();
  await page.keyboard.press("t");
  const field = page.getByRole("combobox", { name: "Add a tag" });
  await expect(field).toBeFocused();
  // Both keys in the same task, as when typing fast.
  await page.evaluate(() => {
    const press = (key: string): void => {
      const at = document.activeElement ?? document.body;
      at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    };
    press("Escape");
    press("p");
  });
  await expect(page.getByRole("status").filter({ hasText: "Pinned" })).toBeVisible();
  await expect(field).toBeHidden();
  await expect(memo("Tagged and pinned")).toBeFocused();
});

test("the slider of a memo's history shows each version immediately, and Compare opens that version", async ({
  app,
  device,
}) => {
  const { page, memo } = device;
  await page.setViewportSize({ width: 1300, height: 800 });
  const { memos } = await openRouter(app.url);
  const { id } = await memos.create.mutate({ content: "Low water at five" });
  await memos.update.mutate({ id, patch: { content: "Low water at six" } });
  await memos.update.mutate({ id, patch: { content: "Low water at seven" } });
  await memo("Low water at seven").focus();
  await page.keyboard.press("Enter");
  const history = page.getByRole("region", { name: /^History/ });
  const slider = history.getByRole("slider", { name: "Version" });
  const shown = history.getByRole("region", { name: /^Version from/ });
  await expect(shown).toBeHidden();
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(shown).toHaveText("Low water at five");
  await page.keyboard.press("End");
  await expect(shown).toHaveText("Low water at six");
  await page.keyboard.press("Home");
  await history.getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await expect(
    dialog.getByRole("list", { name: "Versions" }).getByRole("button").last(),
  ).toHaveAttribute("aria-current", "true");
  await expect(dialog.getByRole("deletion")).toHaveText("five");
});

test("Escape in the composer focuses the list or the message of an empty list", async ({
  browser,
}) => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-escape-"));
  const app = await startApp(dir);
  await using device = await openDevice(browser, app.url);
  const { page, memo } = device;
  const composer = page.getByRole("textbox", { name: "New memo" });
  const nothing = page.locator("[data-empty-message]");
  await expect(nothing).toBeVisible();
  await composer.focus();
  await page.keyboard.press("Escape");
  await expect(nothing).toBeFocused();
  await device.write("First of the list");
  await composer.focus();
  await page.keyboard.press("Escape");
  await expect(memo("First of the list")).toBeFocused();
  await composer.focus();
  await page.keyboard.type("a draft");
  await page.keyboard.press("Escape");
  // Keys pressed then act on no memo.
  await expect(page.getByRole("region", { name: "New memo" })).toBeFocused();
  await composer.focus();
  await page.getByRole("button", { name: "Focus mode" }).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "New memo" })).toBeFocused();
  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

test("a table is rendered while the caret is elsewhere, and entered with a click or arrows", async ({
  app,
  device,
}) => {
  const { page, memo } = device;
  await page.setViewportSize({ width: 1000, height: 800 });
  const { memos } = await openRouter(app.url);
  const content =
    "Tides\n\n| Hour | Height |\n| --- | ---: |\n| 06:00 | **4.2** metres |\n\nAfter it";
  const { id } = await memos.create.mutate({ content });
  const saved = async (): Promise<string> => (await memos.get.query({ id })).content;
  const editor = await beginEdit(page, memo("Tides"));
  const table = editor.getByRole("table");
  await page.keyboard.press("Control+End");
  await expect(table.getByRole("cell")).toHaveText(["06:00", "4.2 metres"]);

  await table.getByText("metres").click();
  await expect(table).toBeHidden();
  await expect(editor).toContainText("| 06:00 | **4.2** metres |");
  await page.keyboard.type("X");
  await expect.poll(saved).toMatch(/^\| 06:00 \| \*\*4\.2\*\* m?e?t?X?e?t?r?X?e?s?X? \|$/m);
  await page.keyboard.press("Control+z");
  await expect.poll(saved).toBe(content);

  await page.keyboard.press("Control+Home");
  await expect(table).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(table).toBeHidden();
  await page.keyboard.type("The ");
  await expect.poll(saved).toBe(content.replace("Hour", "The Hour"));
  await page.keyboard.press("Control+End");
  await expect(table).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(table).toBeHidden();
  await page.keyboard.type("at ");
  await expect.poll(saved).toContain("| at 06:00 |");
});
