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

type HeldKey = Pick<
  KeyboardEvent,
  "key" | "code" | "keyCode" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey"
>;

/** Keys that were pressed for a part that is not on screen yet. */
export interface HeldKeys {
  isEmpty(): boolean;
  /** Returns true for the press of a stored key. */
  isOwn(event: KeyboardEvent): boolean;
  /** Stores a key for later; returns false for a key without a meaning in a new part. */
  hold(event: KeyboardEvent): boolean;
  /** Presses the stored keys in the focused element, in their order, and those stored meanwhile. */
  write(whenDone: () => void): void;
}

/** Presses of stored keys, which are not stored again by the same wait. */
const pressedAgain = new WeakMap<Event, HeldKey[]>();

/** Returns true for a stored key that is pressed now. */
export function isPressedAgain(event: KeyboardEvent): boolean {
  return pressedAgain.has(event);
}

export function heldKeys(): HeldKeys {
  const held: HeldKey[] = [];
  return {
    isEmpty: () => held.length === 0,
    isOwn: (event) => pressedAgain.get(event) === held,
    hold({ key, code, keyCode, altKey, ctrlKey, metaKey, shiftKey }) {
      // Escape closes the part, so later keys aren't text.
      if (held.at(-1)?.key === "Escape") return false;
      if (!commands.has(key) && !menuKeys.has(key) && [...key].length !== 1) return false;
      held.push({ key, code, keyCode, altKey, ctrlKey, metaKey, shiftKey });
      return true;
    },
    write: (whenDone) => writeAll(held, whenDone),
  };
}

function writeAll(keys: HeldKey[], whenDone: () => void): void {
  let words = "";
  // Inserted like typed text, which the editor and its undo history notice.
  const writeWords = (): void => {
    if (words !== "") flushSync(() => document.execCommand("insertText", false, words));
    words = "";
  };
  for (let each = keys.shift(); each !== undefined; each = keys.shift()) {
    const isText = isInText(document.activeElement);
    if (isText && [...each.key].length === 1 && !each.ctrlKey && !each.metaKey) {
      words += each.key;
      continue;
    }
    writeWords();
    press(each, keys);
    // A menu moves the focus to another row with the next frame.
    if (!isText && keys.length > 0) {
      return void requestAnimationFrame(() => writeAll(keys, whenDone));
    }
  }
  writeWords();
  whenDone();
}

/** Presses a key in the focused element, and renders the result before the next key. */
function press(held: HeldKey, keys: HeldKey[]): void {
  const target = document.activeElement;
  const event = new KeyboardEvent("keydown", { ...held, bubbles: true, cancelable: true });
  pressedAgain.set(event, keys);
  const isFree = flushSync(() => target?.dispatchEvent(event) ?? false);
  if (!isFree) return;
  const command = commands.get(held.key);
  if (isInText(target)) {
    if (command !== undefined && command !== null && !held.ctrlKey && !held.metaKey) {
      document.execCommand(command);
    }
  } else if (held.key === "Enter" && target instanceof HTMLButtonElement) target.click();
}
