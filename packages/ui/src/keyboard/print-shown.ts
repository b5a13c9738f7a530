import { print } from "../state/printing.ts";
import { useUi } from "../state/ui-state.ts";

/** Prints the memo whose page is shown, or the list. */
export function printShown(isMemoPage: boolean, isListed: boolean): void {
  const { activeId } = useUi.getState();
  if (isMemoPage && activeId !== null) print({ kind: "memo", id: activeId });
  else if (isListed) print({ kind: "list" });
}
