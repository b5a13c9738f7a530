import { expect, test } from "vitest";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import { checkViewValue } from "./check-view.ts";

const stores = {
  userNumbers: { usernameOf: async (number: number) => (number === 1 ? "ada" : null) },
  registers: { find: async () => null, count: async () => 0 },
} as unknown as Pick<ReadStores, "userNumbers" | "registers">;
const caller: Caller = {
  name: "users/ada",
  role: "USER",
  spaces: [],
  scope: null,
  device: "",
};

test.each([
  ["creator_id == 1", false],
  ["creator_id == 2", false],
  ['creator == "users/ada"', true],
  ['creator == "users/1"', true],
])("F29 · a view that a device stored with %s is accepted: %s", async (filter, isTaken) => {
  const value = { title: "Mine", filter, icon: null, createdMs: 0 };
  expect((await checkViewValue(stores, caller, { entity: "v1", value }, 0)).ok).toBe(isTaken);
});

test.each([
  ["a year past 9999", { createdMs: 253_402_300_800_000 }],
  ["a time that no date can hold", { createdMs: 1e308 }],
  ["a place beyond all others", { order: 1e308 }],
  ["more than 16 KiB", { note: "x".repeat(16 * 1024) }],
  ["more than 16 KiB of bytes, in fewer letters", { note: "€".repeat(6 * 1024) }],
  ["more than 16 KiB of a newer version's", { parts: Array.from({ length: 4096 }, () => "xy") }],
])("a view with %s is rejected", async (_, more) => {
  const value = { title: "Mine", filter: "", icon: null, createdMs: 0 };
  expect((await checkViewValue(stores, caller, { entity: "v1", value }, 0)).ok).toBe(true);
  expect(
    (await checkViewValue(stores, caller, { entity: "v1", value: { ...value, ...more } }, 0)).ok,
  ).toBe(false);
});
