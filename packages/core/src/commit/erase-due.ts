import type { MetaStore } from "../stores/instance-store.ts";

/**
 * Name of the value that says: rows were removed whose bytes may still be in the files. It changes
 * with every removal, in its transaction, so that whoever erases can tell whether more came.
 */
export const eraseDueKey = "erase_due";

export async function markEraseDue({ meta }: { readonly meta: MetaStore }): Promise<void> {
  const removals = Number((await meta.get(eraseDueKey)) ?? 0);
  await meta.set(eraseDueKey, String(removals + 1));
}
