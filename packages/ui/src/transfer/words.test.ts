import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { messages as english } from "../locales/en.po";
import { messages as german } from "../locales/de.po";
import { nameOf, titleOf, wordsOfRow, wordsOfStop } from "./words.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

const row = { outcome: "problem", path: "a.md" } as const;
const detail = { ...row, code: "no-file", words: "it shows x.png, which is not there" };
const plain = { ...row, code: "empty", words: "it is empty" };

test("a source is named by its format and its name", () => {
  const label = 'the linked notes of "Sea "and" shore"';
  expect(titleOf({ format: "obsidian", label })).toBe('Obsidian vault: Sea "and" shore');
  expect(titleOf({ format: null, label: "" })).toBe("");
  expect(titleOf({ format: "none of ours", label: 'the "x"' })).toBe("x");
  expect(nameOf("the memos of ada on memos.example")).toBe("memos of ada on memos.example");
});

test("in English the full details are shown as a sentence", () => {
  expect(wordsOfRow(detail)).toEqual({ text: "It shows x.png, which is not there." });
  expect(wordsOfRow({ ...row, code: "", words: "" })).toEqual({ text: "" });
  const failure = { code: "broken", words: "the zip ends before its end", people: [] };
  expect(wordsOfStop(failure)).toEqual({ text: "The zip ends before its end." });
});

test("the reason for an aborted import names the file in every language", () => {
  const failure = { code: "broken", words: "it changed while being read", people: [] };
  const path = "notes/a.md";
  expect(wordsOfStop({ ...failure, path })).toEqual({
    text: "notes/a.md: It changed while being read.",
  });
  i18n.loadAndActivate({ locale: "de", messages: german });
  const { text } = wordsOfStop({ ...failure, path });
  expect(text).toMatch(/^notes\/a\.md: /);
  expect(text).not.toContain("changed");
});

test("in other languages a translated sentence is shown, and untranslated details keep their language", () => {
  i18n.loadAndActivate({ locale: "de", messages: german });
  expect(wordsOfRow(plain)).toEqual({ text: "Sie ist leer." });
  expect(wordsOfRow(detail)).toEqual({ text: detail.words, lang: "en" });
  // A code must not match an inherited property of objects.
  expect(wordsOfRow({ ...row, code: "constructor", words: "x" })).toEqual({
    text: "x",
    lang: "en",
  });
});
