import { flushSync } from "react-dom";
import { isInText } from "./is-in-text.ts";

/** Keys that a field acts upon itself, and what they do in one that does not. */
const commands = new Map([
  ["Enter", "insertLineBreak"],
  ["Backspace", "delete"],
  ["Escape", null],
]);

/** Keys that lead from row to row in a menu. */
const menuKeys: ReadonlySet<string> = new Set([
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
]);

type HeldKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Keys that were pressed for a part that is not on screen yet. */
export interface HeldKeys {
  isEmpty(): boolean;
  /** Keeps a key for later; false for one that means nothing in what has just come. */
  hold(event: KeyboardEvent): boolean;
  /** Presses them in what has the focus, in their order. */
  write(): void;
}

export function heldKeys(): HeldKeys {
  const held: HeldKey[] = [];
  return {
    isEmpty: () => held.length === 0,
    hold({ key, ctrlKey, metaKey, shiftKey }) {
      // Behind Escape nothing is text any more.
      if (held.at(-1)?.key === "Escape") return false;
      if (!commands.has(key) && !menuKeys.has(key) && [...key].length !== 1) return false;
      held.push({ key, ctrlKey, metaKey, shiftKey });
      return true;
    },
    write: () => writeAll(held.splice(0)),
  };
}

function writeAll(keys: HeldKey[]): void {
  let words = "";
  // As if it had been typed there: the editor and its undo know of it.
  const writeWords = (): void => {
    if (words !== "") flushSync(() => document.execCommand("insertText", false, words));
    words = "";
  };
  for (let each = keys.shift(); each !== undefined; each = keys.shift()) {
    const isText = isInText(document.activeElement);
    if (isText && [...each.key].length === 1) {
      words += each.key;
      continue;
    }
    writeWords();
    press(each);
    // A menu moves the focus to another row with the next frame.
    if (!isText) return void requestAnimationFrame(() => writeAll(keys));
  }
  writeWords();
}

/** Presses a key in what has the focus; what that shows is there for the next one. */
function press(held: HeldKey): void {
  const target = document.activeElement;
  const event = new KeyboardEvent("keydown", { ...held, bubbles: true, cancelable: true });
  const isFree = flushSync(() => target?.dispatchEvent(event) ?? false);
  if (!isFree) return;
  const command = commands.get(held.key);
  if (isInText(target)) {
    if (command !== undefined && command !== null && !held.ctrlKey && !held.metaKey) {
      document.execCommand(command);
    }
  } else if (held.key === "Enter" && target instanceof HTMLButtonElement) target.click();
}
