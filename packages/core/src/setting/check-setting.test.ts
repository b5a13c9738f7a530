import { expect, test } from "vitest";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import { checkSetting } from "./check-setting.ts";

const caller: Caller = { name: "users/ada", role: "USER", spaces: [], scope: null, device: "" };

/** Stores with this many values, none of them under the key that is set. */
const withValues = (count: number) =>
  ({
    registers: { find: async () => null, count: async () => count },
  }) as unknown as Pick<ReadStores, "registers">;

const style = { blurContent: true };

test.each([
  ["general.locale", "en", true],
  ["general.locale", 7, false],
  ["general.locale", null, true],
  ["general.ofTomorrow", { a: 1 }, true],
  ["general.ofTomorrow", "x".repeat(5000), false],
  ["general.ofTomorrow", "€".repeat(2000), false],
  ["general.constructor", "x", false],
  ["general.__proto__", "x", false],
  ["general.toString", null, false],
  ["general.hasOwnProperty", "x", false],
  ["general.", "x", false],
  ["tag.constructor", style, true],
  ["tag.", style, false],
  ["toString", "x", false],
])("setting %s to %j is allowed: %s", async (key, value, isAllowed) => {
  expect(await checkSetting(withValues(0), caller, key, value)).toBe(isAllowed);
});

test("limits the number of unknown values and of tag styles", async () => {
  expect(await checkSetting(withValues(256), caller, "general.ofTomorrow", 1)).toBe(false);
  expect(await checkSetting(withValues(256), caller, "general.locale", "en")).toBe(true);
  expect(await checkSetting(withValues(1000), caller, "tag.a", style)).toBe(false);
  expect(await checkSetting(withValues(1000), caller, "tag.a", null)).toBe(true);
});
