import { expect, test } from "vitest";
import type { MetaStore } from "../../stores/meta/meta-store.ts";
import { noteSpaceTitles, spaceTitles } from "./space-titles.ts";

/** Creates an in-memory meta store. */
function metaStore() {
  const values = new Map<string, string>();
  const meta: MetaStore = {
    async get(key) {
      const kept = values.get(key.name);
      return kept === undefined ? null : key.parse(kept);
    },
    all: async () => [],
    entries: async () => new Map(),
    async set(key, value) {
      if (value === null) values.delete(key.name);
      else values.set(key.name, key.format(value));
    },
    headSeq: async () => 0,
    nextSeq: async () => 1,
    changePosition: async () => ({ headSeq: 0, newestStamp: null, milestone: null }),
    setMilestone: async () => {},
  };
  return { meta };
}

test("R18 · a device stores the titles of its spaces while its user is in them", async () => {
  const stores = metaStore();
  const titles = async () => Object.fromEntries(await spaceTitles(stores));
  const scopes = ["u:alice", "pub", "s:garden", "s:house"] as const;
  const spaces = [
    { name: "spaces/house", title: "House" },
    { name: "spaces/garden", title: "Garden" },
    { name: "spaces/none", title: "Not offered" },
  ];
  expect(await noteSpaceTitles(stores, { scopes, spaces })).toBe(true);
  expect(await titles()).toEqual({ "spaces/garden": "Garden", "spaces/house": "House" });
  expect(await noteSpaceTitles(stores, { scopes, spaces: spaces.toReversed() })).toBe(false);
  // An older server sends no titles.
  expect(await noteSpaceTitles(stores, { scopes, spaces: undefined })).toBe(false);
  const renamed = [{ name: "spaces/garden", title: "Roses" }];
  const left = ["u:alice", "pub", "s:garden"] as const;
  expect(await noteSpaceTitles(stores, { scopes: left, spaces: renamed })).toBe(true);
  expect(await titles()).toEqual({ "spaces/garden": "Roses" });
  expect(await noteSpaceTitles(stores, { scopes: ["u:alice", "pub"], spaces: undefined })).toBe(
    true,
  );
  expect(await titles()).toEqual({});
});
