import { print } from "../state/printing.ts";
import { useUi } from "../state/ui-state.ts";

/** Prints the memo whose page is shown, or the list. */
export function printShown(isMemoPage: boolean, isListed: boolean): void {
  const { activeId } = useUi.getState();
  if (isMemoPage && activeId !== null) print({ kind: "memo", id: activeId });
  else if (isListed) print({ kind: "list" });
}

/** With Alt some layouts write another character: by its place where that is no AltGr. */
export function isPrintKey(event: KeyboardEvent): boolean {
  if (!event.altKey || event.shiftKey) return false;
  if (event.metaKey) return event.code === "KeyP";
  return event.ctrlKey && event.key.toLowerCase() === "p";
}
