import { type CDPSession, expect, type Page } from "@playwright/test";
import { openRouter } from "../system/app-router.ts";
import { test } from "./file-app.ts";

// Presses keys as keyboards of nine layouts send them: the browser gets the place of the key and what it writes.

test.describe.configure({ mode: "default" });
test.use({ sharesPage: true });

interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly held?: readonly ("Alt" | "Control" | "Shift")[];
}

const bits = { Alt: 1, Control: 2, Shift: 8 } as const;

async function press(cdp: CDPSession, { key, code, held = [] }: Pressed): Promise<void> {
  const modifiers = held.reduce((sum, each) => sum + bits[each], 0);
  const keyCode = keyCodeOf(code);
  const common = {
    key,
    code,
    modifiers,
    windowsVirtualKeyCode: keyCode,
    nativeVirtualKeyCode: keyCode,
  };
  const text = held.includes("Control") || key.length > 1 ? {} : { text: key };
  await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", ...common, ...text });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
}

const others: Readonly<Record<string, number>> = {
  Comma: 188,
  Slash: 191,
  BracketRight: 221,
  Minus: 189,
};

function keyCodeOf(code: string): number {
  const letter = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  return letter?.charCodeAt(0) ?? others[code] ?? 0;
}

const ctrl = ["Control"] as const;

/** Keys of a layout: those of P, N, F, the comma, J and the closing bracket, each as [character, place]. */
type Keys = readonly (readonly [key: string, code: string])[];

const layouts: Readonly<Record<string, Keys>> = {
  Russian: [
    ["з", "KeyP"],
    ["т", "KeyN"],
    ["а", "KeyF"],
    ["б", "Comma"],
    ["о", "KeyJ"],
    ["ъ", "BracketRight"],
  ],
  Ukrainian: [
    ["з", "KeyP"],
    ["т", "KeyN"],
    ["а", "KeyF"],
    ["б", "Comma"],
    ["о", "KeyJ"],
    ["ї", "BracketRight"],
  ],
  Greek: [
    ["π", "KeyP"],
    ["ν", "KeyN"],
    ["φ", "KeyF"],
    [",", "Comma"],
    ["ξ", "KeyJ"],
    ["]", "BracketRight"],
  ],
  Hebrew: [
    ["פ", "KeyP"],
    ["מ", "KeyN"],
    ["כ", "KeyF"],
    ["ת", "Comma"],
    ["ח", "KeyJ"],
    ["]", "BracketRight"],
  ],
  Arabic: [
    ["ح", "KeyP"],
    ["ى", "KeyN"],
    ["ب", "KeyF"],
    ["و", "Comma"],
    ["ت", "KeyJ"],
    ["د", "BracketRight"],
  ],
  Thai: [
    ["ย", "KeyP"],
    ["ื", "KeyN"],
    ["ด", "KeyF"],
    ["ม", "Comma"],
    ["่", "KeyJ"],
    ["ล", "BracketRight"],
  ],
  Korean: [
    ["ㅔ", "KeyP"],
    ["ㅜ", "KeyN"],
    ["ㄹ", "KeyF"],
    [",", "Comma"],
    ["ㅓ", "KeyJ"],
    ["]", "BracketRight"],
  ],
  French: [
    ["p", "KeyP"],
    ["n", "KeyN"],
    ["f", "KeyF"],
    [",", "KeyM"],
    ["j", "KeyJ"],
    ["]", "Minus"],
  ],
  German: [
    ["p", "KeyP"],
    ["n", "KeyN"],
    ["f", "KeyF"],
    [",", "Comma"],
    ["j", "KeyJ"],
    ["]", "Digit9"],
  ],
};

/** Characters of each layout on the places of B, I, E and K. */
const formatKeys: Readonly<Record<string, string>> = {
  Russian: "ишул",
  Ukrainian: "ишул",
  Greek: "βιεκ",
  Hebrew: "נןקל",
  Arabic: "ﻻهثن",
  Thai: "ิรำา",
  Korean: "ㅠㅑㄷㅏ",
  French: "biek",
  German: "biek",
};

/** Layouts whose bracket is behind AltGr, which Windows reports as Ctrl and Alt. */
const behindAltGr: ReadonlySet<string> = new Set(["French", "German"]);

async function leaveFields(page: Page): Promise<void> {
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
}

for (const [name, keys] of Object.entries(layouts)) {
  test(`shortcuts act with a keyboard in ${name}`, async ({ device }) => {
    const { page } = device;
    const [p, n, f, comma, j, bracket] = keys.map(([key, code]) => ({ key, code })) as [
      Pressed,
      Pressed,
      Pressed,
      Pressed,
      Pressed,
      Pressed,
    ];
    if ((await page.getByRole("article").count()) < 2) {
      await device.write("The older memo");
      await device.write("The newer memo");
    }
    await expect(device.memo("The newer memo")).toBeVisible();
    const cdp = await page.context().newCDPSession(page);
    await leaveFields(page);

    await press(cdp, { ...p, held: ctrl });
    await expect(page.getByRole("dialog", { name: "Go to" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await press(cdp, { ...f, held: ctrl });
    await expect(page.getByRole("searchbox", { name: "Search memos" })).toBeFocused();
    await press(cdp, { ...n, held: ctrl });
    await expect(page.getByRole("textbox", { name: "New memo" })).toBeFocused();
    await leaveFields(page);
    await press(cdp, j);
    await expect(page.getByRole("feed").getByRole("article").first()).toBeFocused();
    await press(cdp, { key: "Enter", code: "Enter" });
    await expect(page.locator("article.reading")).toContainText("The newer memo");
    await press(cdp, behindAltGr.has(name) ? { ...bracket, held: ["Control", "Alt"] } : bracket);
    await expect(page.locator("article.reading")).toContainText("The older memo");
    await press(cdp, { ...comma, held: ctrl });
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Escape");
    await cdp.detach();
  });
}

for (const [name, letters] of Object.entries(formatKeys)) {
  test(`text is formatted with a keyboard in ${name}`, async ({ device }) => {
    const { page } = device;
    const composer = page.getByRole("textbox", { name: "New memo" });
    const cdp = await page.context().newCDPSession(page);
    await page.keyboard.press("Control+n");
    await expect(composer).toBeFocused();
    const [b, i, e, k] = [...letters];
    for (const [key, code, formatted] of [
      [b, "KeyB", "**tide**"],
      [i, "KeyI", "*tide*"],
      [e, "KeyE", "`tide`"],
      [k, "KeyK", "[tide]()"],
    ] as const) {
      await page.keyboard.insertText("tide");
      await page.keyboard.press("Control+a");
      await press(cdp, { key: key ?? "", code, held: ctrl });
      await expect(composer).toHaveText(formatted);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await expect(composer).not.toContainText("tide");
    }
    await leaveFields(page);
    await cdp.detach();
  });
}

test("French digits and the German slash act, and the list shows the keys of the keyboard", async ({
  app,
  device,
}) => {
  const { page } = device;
  const router = await openRouter(app.url);
  await router.views.create.mutate({
    title: "Tides",
    filter: 'content.contains("tide")',
    icon: null,
  });
  const cdp = await page.context().newCDPSession(page);
  await page.reload();
  await expect(page.getByRole("link", { name: "Tides" })).toBeVisible();
  await leaveFields(page);
  await press(cdp, { key: "&", code: "Digit1", held: ctrl });
  await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
  await leaveFields(page);
  await press(cdp, { key: "з", code: "KeyP" });
  await press(cdp, { key: "/", code: "Digit7", held: ["Control", "Shift"] });
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText("Ctrl+З", { exact: true })).toBeVisible();
});

test("text behind AltGr and accents are text, and words in composition trigger nothing", async ({
  device,
}) => {
  const { page } = device;
  const cdp = await page.context().newCDPSession(page);
  const composer = page.getByRole("textbox", { name: "New memo" });
  await page.keyboard.press("Control+n");
  await expect(composer).toBeFocused();
  await page.keyboard.type("a");
  for (const [key, code] of [
    ["]", "Digit9"],
    ["\\", "Minus"],
    ["@", "KeyQ"],
    ["€", "KeyE"],
  ] as const) {
    await press(cdp, { key, code, held: ["Control", "Alt"] });
    // Windows writes the character of these modifiers; other systems don't.
    await cdp.send("Input.insertText", { text: key });
  }
  await expect(composer).toHaveText("a]\\@€");
  await cdp.send("Input.imeSetComposition", { text: "ね", selectionStart: 1, selectionEnd: 1 });
  await press(cdp, { key: "Process", code: "KeyP", held: ctrl });
  await cdp.send("Input.insertText", { text: "ね" });
  await expect(composer).toHaveText("a]\\@€ね");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("Ctrl and each digit goes to the view in its place", async ({ app, device }) => {
  const { page } = device;
  const router = await openRouter(app.url);
  const before = (await router.views.list.query()).length;
  for (let at = before + 1; at <= 9; at += 1) {
    const filter = `content.contains("tide ${at}")`;
    await router.views.create.mutate({ title: `View ${at}`, filter, icon: null });
  }
  const titles = (await router.views.list.query()).map(({ title }) => title);
  await page.reload();
  await expect(page.getByRole("link", { name: "View 9" })).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  for (const [index, title] of titles.entries()) {
    await leaveFields(page);
    // As a French keyboard sends it: the digit needs Shift there.
    const key = "&é\"'(-è_ç"[index] ?? "";
    await press(cdp, { key, code: `Digit${index + 1}`, held: ctrl });
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  }
  expect(titles).toHaveLength(9);
});
