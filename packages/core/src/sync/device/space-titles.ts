import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../stores/device-database.ts";
import type { Hello } from "../protocol/messages.ts";
import { scopeSpace, type Scope } from "../../model/scope.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";

const titlesKey = defineMeta("space_titles", json(z.record(z.string(), z.string())));

/**
 * Stores the titles of the offered spaces and deletes those of other spaces. Older servers send no titles;
 * stored ones are kept. Returns whether anything changed.
 */
export async function noteSpaceTitles(
  { meta }: Pick<DeviceWriteStores, "meta">,
  { scopes, spaces }: { readonly scopes: readonly Scope[]; readonly spaces: Hello["spaces"] },
): Promise<boolean> {
  const before = await meta.get(titlesKey);
  const known = new Map(Object.entries(before ?? {}));
  for (const { name, title } of spaces ?? []) known.set(name, title);
  const offered = new Set(scopes.map(scopeSpace));
  // Sorted, so that equal titles compare as equal.
  const kept = [...known]
    .filter(([name]) => offered.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const after = kept.length === 0 ? null : Object.fromEntries(kept);
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  await meta.set(titlesKey, after);
  return true;
}

/** Returns the last known titles of the user's spaces, by resource name. */
export async function spaceTitles({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries((await meta.get(titlesKey)) ?? {}));
}
