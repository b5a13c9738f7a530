import type { KeyboardEvent } from "react";
import { type AnyList, isListKey, listRuns } from "../keyboard/list-keys.ts";
import { pressIn, type Runs } from "../commands/press.ts";

interface LibraryKeys extends AnyList {
  /** Number of files beside each other. */
  readonly columns: number;
}

/** Returns the key handler of the library, which moves between files. */
export function libraryKeyHandler(keys: LibraryKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isListKey(event) || event.defaultPrevented) return;
    const runs = { ...listRuns(keys), ...fileRuns(event.target, keys.columns) };
    if (pressIn(["everyList", "inLibrary"], event, runs)) event.preventDefault();
  };
}

function fileRuns(target: EventTarget, columns: number): Runs<"inLibrary"> {
  const move = (step: number): boolean => {
    const at = target instanceof HTMLElement ? target.dataset["libraryAt"] : undefined;
    if (at === undefined) return false;
    document.querySelector<HTMLElement>(`[data-library-at="${Number(at) + step}"]`)?.focus();
    return true;
  };
  /** Returns the step of a key: a letter moves to the next file, an arrow to the next row. */
  const stepOf = (key: number): number => (key === 0 ? 1 : columns);
  return {
    nextFile: (key) => move(stepOf(key)),
    previousFile: (key) => move(-stepOf(key)),
    fileBeside(key) {
      if (columns === 1 || !(target instanceof HTMLElement)) return false;
      const isForward = (key === 1) === (getComputedStyle(target).direction !== "rtl");
      return move(isForward ? 1 : -1);
    },
  };
}
