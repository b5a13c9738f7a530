import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { pageSentences } from "../build/page-sentences.ts";
import { messages } from "../src/locales/en.po";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages }));

test("the server's pages have the catalogues' sentences: npm run sentences", async () => {
  const file = resolve(import.meta.dirname, "../../../apps/server/src/pages/page-sentences.json");
  expect(await readFile(file, "utf8")).toBe(pageSentences());
});
