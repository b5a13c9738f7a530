import type { TagRunView } from "@tidemark/core/router";
import { managerStrings } from "./strings.ts";

/** Returns the state of a tag change in words. */
export function wordsOfRun({ state, from, to, changed, undone, total }: TagRunView): string {
  switch (state) {
    case "running":
      return to === null ? managerStrings.removing(from) : managerStrings.renaming(from, to);
    case "undoing":
      return managerStrings.takingBack;
    case "stopped":
      return managerStrings.stopped(changed, total);
    case "undone":
      return managerStrings.undone(undone);
    case "done":
      return to === null
        ? managerStrings.removed(`#${from}`, changed)
        : managerStrings.renamed(`#${from}`, `#${to}`, changed);
  }
}
