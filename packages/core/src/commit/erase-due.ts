import type { MetaStore } from "../stores/meta/meta-store.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { count } from "../stores/meta/meta-form.ts";

/**
 * That rows were removed whose bytes may still be in the files. It changes with every removal, in its
 * transaction, so that whoever erases can tell whether more came.
 */
export const eraseDueKey = defineMeta("erase_due", count);

export async function markEraseDue({
  meta,
}: {
  readonly meta: Pick<MetaStore, "get" | "set">;
}): Promise<void> {
  await meta.set(eraseDueKey, ((await meta.get(eraseDueKey)) ?? 0) + 1);
}
