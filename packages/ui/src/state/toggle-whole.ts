import { setUi, useUi } from "./ui-state.ts";

/** Expands or collapses a long memo; it stays so across navigation. */
export function toggleWhole(id: string): void {
  const wholeIds = new Set(useUi.getState().wholeIds);
  if (!wholeIds.delete(id)) wholeIds.add(id);
  setUi({ wholeIds });
}
