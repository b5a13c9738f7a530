import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { messages as english } from "../locales/en.po";
import { messages as german } from "../locales/de.po";
import { nameOf, titleOf, wordsOfRow, wordsOfStop } from "./words.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

const row = { outcome: "problem", path: "a.md" } as const;
const detail = { ...row, code: "no-file", words: "it shows x.png, which is not there" };
const plain = { ...row, code: "empty", words: "it is empty" };

test("a source is called by its kind and its own name", () => {
  const label = 'the linked notes of "Sea "and" shore"';
  expect(titleOf({ format: "obsidian", label })).toBe('Obsidian vault: Sea "and" shore');
  expect(titleOf({ format: null, label: "" })).toBe("");
  expect(titleOf({ format: "none of ours", label: 'the "x"' })).toBe("x");
  expect(nameOf("the memos of ada on memos.example")).toBe("memos of ada on memos.example");
});

test("in English everything is said with its details, as a sentence", () => {
  expect(wordsOfRow(detail)).toEqual({ text: "It shows x.png, which is not there." });
  expect(wordsOfRow({ ...row, code: "", words: "" })).toEqual({ text: "" });
  const failure = { code: "broken", words: "the zip ends before its end", people: [] };
  expect(wordsOfStop(failure)).toEqual({ text: "The zip ends before its end." });
});

test("why a source is not read on names the file that it is about, in every language", () => {
  const failure = { code: "broken", words: "it changed while it was read", people: [] };
  const path = "notes/a.md";
  expect(wordsOfStop({ ...failure, path })).toEqual({
    text: "notes/a.md: It changed while it was read.",
  });
  i18n.loadAndActivate({ locale: "de", messages: german });
  const { text } = wordsOfStop({ ...failure, path });
  expect(text).toMatch(/^notes\/a\.md: /);
  expect(text).not.toContain("changed");
});

test("elsewhere in sentences of the language, and details in the language that they are in", () => {
  i18n.loadAndActivate({ locale: "de", messages: german });
  expect(wordsOfRow(plain)).toEqual({ text: "Sie ist leer." });
  expect(wordsOfRow(detail)).toEqual({ text: detail.words, lang: "en" });
  // A code is no name of anything that every object has.
  expect(wordsOfRow({ ...row, code: "constructor", words: "x" })).toEqual({
    text: "x",
    lang: "en",
  });
});
