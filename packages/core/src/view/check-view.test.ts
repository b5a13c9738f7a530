import { expect, test } from "vitest";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import { checkViewValue } from "./check-view.ts";

const stores = {
  userNumbers: { usernameOf: async (number: number) => (number === 1 ? "ada" : null) },
  registers: { list: async () => [] },
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
])("F29 · a view that a device kept with %s is taken: %s", async (filter, isTaken) => {
  const value = { title: "Mine", filter, icon: null, createdMs: 0 };
  expect((await checkViewValue(stores, caller, "v1", value, 0)).ok).toBe(isTaken);
});
