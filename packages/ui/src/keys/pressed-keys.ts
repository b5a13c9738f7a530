import { hasOtherScript, isBackslashOf, isLatin, useLayout } from "./layout.ts";
import { usKeys } from "./us-keys.ts";

/** Parts of a key press that identify the key. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target"
> &
  Partial<Pick<KeyboardEvent, "isComposing" | "keyCode" | "getModifierState">> & {
    /** Set by React, whose events lack `isComposing`. */
    readonly nativeEvent?: Pick<KeyboardEvent, "isComposing">;
  };

const names: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Delete: "Del",
  Escape: "Esc",
  " ": "Space",
};

/**
 * Returns a key press in the notations of the table of commands under which it may be found, best first: by the
 * character that the layout writes, then by the place of the key. Empty if the press is part of a composition or
 * of an accent. All key handlers decide by this.
 */
export function pressedKeys(press: KeyPress): readonly string[] {
  if (isComposed(press)) return [];
  const { key } = press;
  if (!isCharacter(key)) return [withHeld(press, names[key] ?? key, press.shiftKey)];
  if (isOfThirdLevel(press)) return ofThirdLevel(press);
  const isHeld = press.ctrlKey || press.metaKey;
  if (!isHeld && !press.altKey) return writtenAlone(press);
  if (/^[a-z]$/i.test(key)) return [withHeld(press, key, press.shiftKey)];
  return [...new Set(isHeld ? heldCharacters(press) : [withHeld(press, key, press.shiftKey)])];
}

/** Returns true if a key press is that of keys in the notation of the table of commands. */
export function isPressed(press: KeyPress, keys: string): boolean {
  return pressedKeys(press).includes(keys);
}

/** Returns true if a key writes a character, in the place of Enter or F6. */
export function isCharacter(key: string): boolean {
  // A key of an Arabic keyboard writes two letters at once.
  return key !== " " && ([...key].length === 1 || /[^\u0020-\u007e]/u.test(key));
}

function isComposed({ key, keyCode, isComposing, nativeEvent }: KeyPress): boolean {
  const isOpen = isComposing === true || nativeEvent?.isComposing === true;
  return isOpen || keyCode === 229 || key === "Process" || key === "Dead";
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Returns true if AltGr, or Option on a Mac, wrote the character. */
function isOfThirdLevel(press: KeyPress): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (press.getModifierState?.("AltGraph") === true) return true;
  if (!altKey || metaKey) return false;
  if (!ctrlKey) return isMac();
  // Windows may report AltGr as Ctrl and Alt. Without AltGr, the key writes another character.
  if (useLayout.getState().plain.get(code) === key) return false;
  if (isLatin(key)) return !isAscii(key);
  return /^[^\p{L}\d]$/u.test(key) && usKeys.get(code)?.[shiftKey ? 1 : 0] !== key;
}

/** A letter of the third level is text: by its place it would be another. */
function ofThirdLevel(press: KeyPress): readonly string[] {
  const { key, ctrlKey, altKey } = press;
  if (/[\p{L}\d]/u.test(key)) return [];
  return [ctrlKey && !altKey ? `Ctrl+${key}` : key];
}

function writtenAlone(press: KeyPress): readonly string[] {
  const { key, code, shiftKey } = press;
  if (/^[a-z]$/i.test(key)) {
    const hasCapsLock = press.getModifierState?.("CapsLock") === true;
    const isUpper = hasCapsLock ? shiftKey : key !== key.toLowerCase();
    return [isUpper ? `Shift+${key.toUpperCase()}` : key.toLowerCase()];
  }
  const place = isLatin(key) || isAscii(key) ? undefined : usKeys.get(code);
  if (place === undefined) return [key];
  if (code.startsWith("Key")) return [key, shiftKey ? `Shift+${place[1]}` : place[0]];
  return [key, place[shiftKey ? 1 : 0]];
}

/** Returns the notations of a sign, digit or letter of another script with Ctrl. */
function* heldCharacters(press: KeyPress): Generator<string> {
  const { key, code, shiftKey, altKey } = press;
  const place = usKeys.get(code);
  const digit = /^Digit\d$/.test(code) ? place?.[0] : undefined;
  // A digit counts with and without Shift, whatever the layout writes there.
  if (digit !== undefined) yield withHeld(press, digit, shiftKey);
  if (altKey) yield withHeld(press, plainOf(press) ?? place?.[0] ?? key, shiftKey);
  if (shiftKey) yield withHeld(press, plainOf(press) ?? key, true);
  yield withHeld(press, key, false);
  yield* heldPlaces(press);
}

/** Returns the notations of a key by its place, unless the layout is one of Latin letters. */
function* heldPlaces(press: KeyPress): Generator<string> {
  const { key, code, shiftKey } = press;
  const layout = useLayout.getState();
  if (isBackslashOf(layout, code)) yield withHeld(press, "\\", shiftKey);
  const place = usKeys.get(code);
  if (place === undefined || isLatin(key)) return;
  if (isAscii(key) && !hasOtherScript(layout)) return;
  yield withHeld(press, place[0], shiftKey);
  if (shiftKey && !code.startsWith("Key")) yield withHeld(press, place[1], false);
}

/** Returns the character that the key writes without Shift and Option, if it is known. */
function plainOf({ key, code, altKey }: KeyPress): string | undefined {
  const known = useLayout.getState().plain.get(code);
  if (known !== undefined && (isAscii(known) || !altKey)) return known;
  const place = usKeys.get(code);
  return place?.[1] === key ? place[0] : undefined;
}

function withHeld({ ctrlKey, metaKey, altKey }: KeyPress, name: string, isShift: boolean): string {
  const held = [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", isShift && "Shift"];
  const shown = [...name].length === 1 ? name.toUpperCase() : name;
  return [...held.filter(Boolean), shown].join("+");
}

function isAscii(character: string): boolean {
  return /^[!-~]$/.test(character);
}
