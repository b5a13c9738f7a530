import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { frameStrings } from "../frame/strings.ts";
import { tagsStrings } from "../tags/strings.ts";
import { choiceStrings } from "../settings/choice-strings.ts";
import { historyStrings } from "../history/strings.ts";
import { messages as german } from "../locales/de.po";
import { messages as english } from "../locales/en.po";
import { messages as pseudo } from "../locales/en-XA.po";
import { messages as japanese } from "../locales/ja.po";
import { memoStrings } from "../memo/strings.ts";
import { pillStrings } from "../sync/pill-strings.ts";
import { syncStrings } from "../sync/strings.ts";

const speak = { en: english, "en-XA": pseudo, de: german, ja: japanese };

function show(locale: keyof typeof speak): void {
  i18n.loadAndActivate({ locale, messages: speak[locale] });
}

afterEach(() => show("en"));

test("a sentence is returned in the language at the time it is read", () => {
  expect(frameStrings.newMemo).toBe("New memo");
  show("de");
  expect(frameStrings.newMemo).toBe("Neue Notiz");
  expect(choiceStrings.themes.dark).toBe("Dunkel");
  show("ja");
  expect(frameStrings.newMemo).toBe("新しいメモ");
});

test("counts use the language's plural forms and number format", () => {
  expect([1, 2, 12_345].map(tagsStrings.memoCount)).toEqual(["1 memo", "2 memos", "12,345 memos"]);
  show("de");
  expect([1, 2, 12_345].map(tagsStrings.memoCount)).toEqual([
    "1 Notiz",
    "2 Notizen",
    "12.345 Notizen",
  ]);
  show("ja");
  expect([0, 1].map(pillStrings.offline)).toEqual(["オフライン", "オフライン、1件が待機中"]);
  expect([1, 3].map(memoStrings.movedToTrash)).toEqual([
    "ゴミ箱に移動しました",
    "メモ3件をゴミ箱に移動しました",
  ]);
});

test("what does not have to be said leaves no gap", () => {
  const plain = "Your 2 memos stay on this device.";
  const then = "Syncing stops until you connect again.";
  expect(syncStrings.disconnectBody(2, 0)).toBe(`${plain} ${then}`);
  expect(syncStrings.disconnectBody(2, 1)).toBe(`${plain} ${then} 1 unsent change stays here too.`);
  expect(historyStrings.reasons.edit("neither", "", "")).toBe("Edited");
  show("de");
  expect(historyStrings.reasons.edit("both", "Laptop", "bob")).toBe("Bearbeitet von bob · Laptop");
});

test("the pseudo language alters the letters of every English sentence", () => {
  expect(Object.keys(pseudo).toSorted()).toEqual(Object.keys(english).toSorted());
  show("en-XA");
  expect(frameStrings.newMemo).toMatch(/^[^A-Za-z]{3} [^A-Za-z]{4}$/);
});
