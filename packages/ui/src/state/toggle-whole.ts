import { setUi, useUi } from "./ui-state.ts";

/** Shows all of a long memo, or its beginning only; it stays so while one goes elsewhere. */
export function toggleWhole(id: string): void {
  const wholeIds = new Set(useUi.getState().wholeIds);
  if (!wholeIds.delete(id)) wholeIds.add(id);
  setUi({ wholeIds });
}
