import { defineMeta, type DeviceDatabase, metaForm } from "@tidemark/core";
import type { RecentSearches } from "@tidemark/core/router";
import { z } from "zod";

const keptSchema = z.array(z.string());
const recentKey = defineMeta("recent_searches", metaForm.json(keptSchema));
const maxKept = 10;

/** Recent searches, stored only in this device's database. */
export function createRecentSearches(
  database: Pick<DeviceDatabase, "read" | "write">,
): RecentSearches {
  const change = (next: (kept: readonly string[]) => readonly string[]): Promise<void> =>
    database.write(async ({ meta }) => {
      const rest = next((await meta.get(recentKey)) ?? []);
      await meta.set(recentKey, rest.length === 0 ? null : rest.slice(0, maxKept));
    });
  return {
    list: () => database.read(async ({ meta }) => (await meta.get(recentKey)) ?? []),
    keep: (search, instead) => {
      const text = search.trim();
      if (text === "") return Promise.resolve();
      const gone = new Set([text, instead?.trim()].map((each) => each?.toLowerCase()));
      return change((kept) => [text, ...kept.filter((each) => !gone.has(each.toLowerCase()))]);
    },
    remove: (search) =>
      change((kept) => (search === null ? [] : kept.filter((each) => each !== search))),
  };
}
