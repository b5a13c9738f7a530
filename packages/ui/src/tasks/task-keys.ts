import type { KeyboardEvent } from "react";
import { type AnyList, isListKey, listRuns } from "../keyboard/list-keys.ts";
import { pressIn, type Runs } from "../commands/press.ts";
import { setUi } from "../state/ui-state.ts";

interface TaskKeys extends AnyList {
  openMemo(id: string): void;
}

/** Returns the key handler of the task list, active while the focus is in it. */
export function taskKeyHandler(keys: TaskKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isListKey(event) || !(event.target instanceof Element)) return;
    const runs = { ...listRuns(keys), ...taskRuns(keys, event.target) };
    if (pressIn(["everyList", "inTasks"], event, runs)) event.preventDefault();
  };
}

function taskRuns(keys: TaskKeys, target: Element): Runs<"inTasks"> {
  const id = target.closest<HTMLElement>("[data-task-key]")?.dataset["taskMemo"];
  return {
    nextTask: () => moveBy(target, 1),
    previousTask: () => moveBy(target, -1),
    // The checkbox handles it natively.
    switchTask: () => false,
    openTask(at) {
      // Enter on a link follows the link.
      if (id === undefined || (at === 0 && !target.matches("input"))) return false;
      keys.openMemo(id);
      return true;
    },
    editTask() {
      if (id === undefined) return false;
      setUi({ editingId: null, editOnOpenId: id });
      keys.openMemo(id);
      return true;
    },
  };
}

/** Focuses the next or previous box, relative to the focus in any line or heading. */
function moveBy(from: Element, step: 1 | -1): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-task-key] input")];
  const own = from.closest("[data-task-key]")?.querySelector("input");
  const at = own === null || own === undefined ? -1 : boxes.indexOf(own);
  const next =
    at === -1 ? boxes.find((box) => isAfter(from, box) === (step === 1)) : boxes[at + step];
  next?.focus();
}

function isAfter(from: Element, box: Element): boolean {
  return (from.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
