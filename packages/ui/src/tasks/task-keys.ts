import type { KeyboardEvent } from "react";
import { isTyping } from "../keyboard/is-typing.ts";
import { type AnyList, leaveFeed, runInAnyList } from "../keyboard/feed-keys.ts";
import { setUi } from "../state/ui-state.ts";

interface TaskKeys extends AnyList {
  openMemo(id: string): void;
}

/** The single-key commands of the list of tasks, which act while the focus is in it. */
export function taskKeyHandler(keys: TaskKeys): (event: KeyboardEvent) => void {
  return (event) => {
    const { target, nativeEvent, altKey, ctrlKey, metaKey } = event;
    if (nativeEvent.isComposing || altKey || isTyping(target) || !(target instanceof Element)) {
      return;
    }
    const isHandled =
      ctrlKey || metaKey ? leaveFeed(event.key) : runKey(event.key, event.shiftKey, target, keys);
    if (isHandled) event.preventDefault();
  };
}

function runKey(key: string, isShifted: boolean, target: Element, keys: TaskKeys): boolean {
  const known = runInAnyList(key, keys);
  if (known !== null) return known;
  const item = target.closest<HTMLElement>("[data-task-key]");
  const id = item?.dataset["taskMemo"];
  switch (key) {
    case "j":
    case "ArrowDown":
      return !isShifted && moveBy(target, 1);
    case "k":
    case "ArrowUp":
      return !isShifted && moveBy(target, -1);
    case "Enter":
      // Of a link it is the link's own.
      if (!target.matches("input") || id === undefined) return false;
      keys.openMemo(id);
      return true;
    case "o":
      if (id !== undefined) keys.openMemo(id);
      return id !== undefined;
    case "e":
      if (id === undefined) return false;
      setUi({ editingId: null, editOnOpenId: id });
      keys.openMemo(id);
      return true;
    default:
      return false;
  }
}

/** To the next box, or the one before, wherever in a line or heading the focus is. */
function moveBy(from: Element, step: 1 | -1): boolean {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-task-key] input")];
  const own = from.closest("[data-task-key]")?.querySelector("input");
  const at = own === null || own === undefined ? -1 : boxes.indexOf(own);
  const next =
    at === -1 ? boxes.find((box) => isAfter(from, box) === (step === 1)) : boxes[at + step];
  next?.focus();
  return true;
}

function isAfter(from: Element, box: Element): boolean {
  return (from.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
