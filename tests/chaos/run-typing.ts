import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { openRouter } from "../system/app-router.ts";
import { startApp, unusedAddress } from "../system/running-program.ts";
import { freePort } from "./free-port.ts";

/** Result of one round. */
export interface TypingRound {
  readonly editor: "composer" | "inline";
  /** Number of keys typed into the page before the host was killed. */
  readonly keys: number;
  /** Number of these keys in the database afterwards. */
  readonly stored: number;
  /** Age of the oldest unsaved key at the kill, in ms; 0 if all are stored. */
  readonly lostMs: number;
  readonly violations: readonly string[];
}

export interface TypingReport {
  readonly rounds: readonly TypingRound[];
  readonly violations: readonly string[];
}

/** Maximum time of typing, in ms, that may be lost when the host is killed. */
export const maxLostMs = 500;

/**
 * Types continuously into the built app in a real browser, kills the host at a random moment and types
 * on. Then reads the files on disk: at most `maxLostMs` of keys may be missing, and no text that the page
 * showed as saved. After the host restarts under the same page, everything typed must arrive.
 */
export async function runTyping(options: {
  readonly rounds: number;
  readonly log: (line: string) => void;
  readonly random?: () => number;
}): Promise<TypingReport> {
  const { random = Math.random, log } = options;
  const browser = await chromium.launch(chromiumLaunchOptions());
  const rounds: TypingRound[] = [];
  try {
    for (let at = 0; at < options.rounds; at += 1) {
      const editor = at % 2 === 0 ? "composer" : "inline";
      const round = await typeOnce(browser, editor, random);
      rounds.push(round);
      const { keys, stored, lostMs, violations } = round;
      log(`${at + 1} ${editor}: ${stored} of ${keys} keys stored, ${lostMs} ms lost`);
      for (const violation of violations) log(violation);
    }
  } finally {
    await browser.close();
  }
  return { rounds, violations: rounds.flatMap((round) => round.violations) };
}

const startText = "The memo that is edited ";
const alphabet = "the tide comes in and goes out again ";

async function typeOnce(
  browser: Browser,
  editor: TypingRound["editor"],
  random: () => number,
): Promise<TypingRound> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-typing-"));
  const port = await freePort();
  let app = await startApp(dir, port);
  const context = await browser.newContext();
  try {
    if (editor === "inline") {
      await (await openRouter(app.url)).memos.create.mutate({ content: startText });
    }
    const page = await context.newPage();
    await page.goto(await unusedAddress(app.url));
    await openEditor(page, editor);
    await watchClaims(page);

    const typed: { readonly key: string; readonly atMs: number }[] = [];
    const type = async (): Promise<void> => {
      const key = alphabet[typed.length % alphabet.length] ?? "x";
      await page.keyboard.press(key === " " ? "Space" : key);
      typed.push({ key, atMs: Date.now() });
      await delay(15 + random() * 50);
    };
    const text = (): string => typed.map(({ key }) => key).join("");
    const pid = Number(readFileSync(join(dir, "tidemark.pid"), "utf8"));
    const killAtMs = Date.now() + 400 + random() * 3000;
    while (Date.now() < killAtMs) await type();
    const killedAtMs = Date.now();
    process.kill(pid, "SIGKILL");
    const keys = typed.length;
    const textAtKill = text();
    const afterwards = 5 + Math.floor(random() * 25);
    for (let more = 0; more < afterwards; more += 1) await type();

    const violations: string[] = [];
    const stored = storedText(dir, editor);
    const firstLost = typed[stored.length];
    const isLost = firstLost !== undefined && stored.length < keys;
    const lostMs = isLost ? killedAtMs - firstLost.atMs : 0;
    if (!textAtKill.startsWith(stored)) violations.push(`stored is no part of it: ${stored}`);
    if (lostMs > maxLostMs) violations.push(`${lostMs} ms of keys are lost`);
    const claimed = await claimedLength(page, editor);
    if (claimed > stored.length) {
      violations.push(`${claimed} keys were shown as kept, ${stored.length} are stored`);
    }
    const pill = page.getByRole("button", { name: /^Sync: (Restarting|Tidemark isn’t running)/ });
    if (!(await appears(() => expect(pill).toBeVisible({ timeout: 20_000 })))) {
      violations.push("the page does not say that its host is away");
    }

    await app.stop();
    app = await startApp(dir, port);
    const isWhole = await appears(() =>
      expect.poll(() => liveText(dir, editor), { timeout: 30_000 }).toBe(text()),
    );
    if (!isWhole) violations.push(`not in the database: ${text()} is ${liveText(dir, editor)}`);
    const shown = page.getByRole("button", { name: "Sync: On this device" });
    if (!(await appears(() => expect(shown).toBeVisible({ timeout: 20_000 })))) {
      violations.push("the page does not say that its host is back");
    }
    return { editor, keys, stored: stored.length, lostMs, violations };
  } finally {
    await context.close();
    await app.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const editorNames = { composer: "New memo", inline: "Edit memo" } as const;

async function openEditor(page: Page, editor: TypingRound["editor"]): Promise<void> {
  const box = page.getByRole("textbox", { name: editorNames[editor] });
  if (editor === "inline") {
    const card = page.getByRole("feed").getByRole("article").first();
    await card.hover();
    await card.getByRole("button", { name: "Edit", exact: true }).click();
  }
  await box.click();
  await page.keyboard.press("Control+End");
  await expect(box).toBeFocused();
}

/** Records in the page, on every frame, the longest text that it showed as saved. */
async function watchClaims(page: Page): Promise<void> {
  await page.evaluate(() => {
    const claims = { length: 0 };
    Object.assign(globalThis, { claims });
    const look = (): void => {
      const note = document.querySelector('[data-kept="kept"]');
      const field = note?.closest("section, article");
      // The composer is a plain textarea until its editor has loaded.
      const plain = field?.querySelector("textarea")?.value.split("\n", 1)[0];
      const line = plain ?? field?.querySelector('[role="textbox"] .cm-line')?.textContent;
      const length = line?.length ?? 0;
      claims.length = Math.max(claims.length, length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function claimedLength(page: Page, editor: TypingRound["editor"]): Promise<number> {
  const { length } = await page.evaluate(
    () => (globalThis as unknown as { claims: { length: number } }).claims,
  );
  return editor === "inline" ? Math.max(0, length - startText.length) : length;
}

/** Reads the text from a copy of the killed host's files, and leaves the originals unchanged. */
function storedText(dir: string, editor: TypingRound["editor"]): string {
  const copy = join(dir, "look");
  mkdirSync(copy, { recursive: true });
  for (const name of ["tidemark.db", "tidemark.db-wal"]) {
    if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(copy, name));
  }
  try {
    return liveText(copy, editor);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function liveText(dir: string, editor: TypingRound["editor"]): string {
  using database = new DatabaseSync(join(dir, "tidemark.db"));
  const row =
    editor === "composer"
      ? database.prepare("SELECT value FROM meta WHERE key = 'draft:composer'").get()
      : database.prepare("SELECT content AS value FROM memo").get();
  const text = String(row?.["value"] ?? "");
  return editor === "inline" ? text.slice(startText.length) : text;
}

async function appears(look: () => Promise<void>): Promise<boolean> {
  return look().then(
    () => true,
    () => false,
  );
}
