import { flushSync } from "react-dom";
import { isInText } from "./is-in-text.ts";

/** Keys that an editor handles, with the editing command for fields that don't. */
const commands = new Map([
  ["Enter", "insertLineBreak"],
  ["Backspace", "delete"],
  ["Escape", null],
]);

/** Keys that move between the rows of a menu. */
const menuKeys: ReadonlySet<string> = new Set([
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
]);

type HeldKey = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Keys that were pressed for a part that is not on screen yet. */
export interface HeldKeys {
  isEmpty(): boolean;
  /** Stores a key for later; returns false for a key without a meaning in a new part. */
  hold(event: KeyboardEvent): boolean;
  /** Presses the stored keys in the focused element, in their order. */
  write(): void;
}

export function heldKeys(): HeldKeys {
  const held: HeldKey[] = [];
  return {
    isEmpty: () => held.length === 0,
    hold({ key, code, ctrlKey, metaKey, shiftKey }) {
      // Escape closes the part, so later keys aren't text.
      if (held.at(-1)?.key === "Escape") return false;
      if (!commands.has(key) && !menuKeys.has(key) && [...key].length !== 1) return false;
      held.push({ key, code, ctrlKey, metaKey, shiftKey });
      return true;
    },
    write: () => writeAll(held.splice(0)),
  };
}

function writeAll(keys: HeldKey[]): void {
  let words = "";
  // Inserted like typed text, which the editor and its undo history notice.
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

/** Presses a key in the focused element, and renders the result before the next key. */
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
