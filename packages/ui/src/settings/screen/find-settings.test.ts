import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { messages as german } from "../../locales/de.po";
import { messages as english } from "../../locales/en.po";
import { findSettings } from "./find-settings.ts";
import { settingSections } from "./setting-sections.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

const found = (typed: string): readonly string[] =>
  findSettings(typed).flatMap(({ settings }) => settings.map(({ id }) => id));

test("settings are found by what they are called, by other words, and by their part", () => {
  expect(found("text size")).toEqual(["textSize"]);
  expect(found("typeface")).toEqual(["face"]);
  expect(found("night")).toEqual(["theme"]);
  expect(found("appearance")).toEqual([
    "theme",
    "textSize",
    "face",
    "density",
    "columns",
    "motion",
  ]);
  expect(found("stolen device")).toEqual(["onRevoked"]);
  expect(found("needs a server")).toContain("devices");
  expect(found("no such thing")).toEqual([]);
});

test("what stands in two parts is found once", () => {
  expect(found("name of this device")).toEqual(["deviceName"]);
});

test("the words are those of the language that is shown", () => {
  i18n.loadAndActivate({ locale: "de", messages: german });
  expect(found("dunkel")).toEqual(["theme"]);
  expect(found("schriftart")).toEqual(["face"]);
  expect(found("night")).toEqual([]);
});

test("every setting is found by its own title, in each of its parts there is one", () => {
  for (const { settings } of settingSections) {
    expect(settings.length).toBeGreaterThan(0);
    for (const { id, title } of settings) expect(found(title())).toContain(id);
  }
});
