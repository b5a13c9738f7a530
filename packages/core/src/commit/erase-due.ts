import type { MetaStore } from "../stores/meta/meta-store.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { count } from "../stores/meta/meta-form.ts";

/**
 * Set if rows were deleted whose bytes may still be in the database files. Each deletion changes the value in
 * its transaction, which shows the erasing code that more rows were deleted meanwhile.
 */
export const eraseDueKey = defineMeta("erase_due", count);

export async function markEraseDue({
  meta,
}: {
  readonly meta: Pick<MetaStore, "get" | "set">;
}): Promise<void> {
  await meta.set(eraseDueKey, ((await meta.get(eraseDueKey)) ?? 0) + 1);
}
