import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { messages as german } from "../../locales/de.po";
import { messages as english } from "../../locales/en.po";
import { findSettings } from "./find-settings.ts";
import { settingSections } from "./setting-sections.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: english }));

const found = (typed: string): readonly string[] =>
  findSettings(settingSections, typed).flatMap(({ settings }) => settings.map(({ id }) => id));

test("finds settings by their name, by synonyms and by their section", () => {
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

test("finds a setting of two sections once", () => {
  expect(found("device name")).toEqual(["deviceName"]);
});

test("searches in the current language", () => {
  i18n.loadAndActivate({ locale: "de", messages: german });
  expect(found("dunkel")).toEqual(["theme"]);
  expect(found("schriftart")).toEqual(["face"]);
  expect(found("night")).toEqual([]);
});

test("finds every setting by its title, and every section has settings", () => {
  for (const { settings } of settingSections) {
    expect(settings.length).toBeGreaterThan(0);
    for (const { id, title } of settings) expect(found(title())).toContain(id);
  }
});
