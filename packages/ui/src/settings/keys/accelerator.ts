/** Properties of a key press. */
export type PressedKeys = Pick<
  KeyboardEvent,
  "code" | "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>;

const named: Readonly<Record<string, string>> = {
  Space: "Space",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  Insert: "Insert",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Backslash: "\\",
  Backquote: "`",
};

const modifierKeys: ReadonlySet<string> = new Set([
  "Control",
  "Meta",
  "Alt",
  "AltGraph",
  "Shift",
  "CapsLock",
  "Fn",
]);

/**
 * Returns the Electron accelerator of a key press; "" without a modifier other than Shift, and null for
 * modifiers alone and unsupported keys.
 */
export function acceleratorOf(press: PressedKeys, isMac: boolean): string | null {
  if (modifierKeys.has(press.key)) return null;
  const key = keyOf(press, isMac);
  if (key === null) return null;
  const parts = [
    ...(press.ctrlKey ? [isMac ? "Control" : "CommandOrControl"] : []),
    ...(press.metaKey ? [isMac ? "CommandOrControl" : "Super"] : []),
    ...(press.altKey ? ["Alt"] : []),
  ];
  if (parts.length === 0) return "";
  return [...parts, ...(press.shiftKey ? ["Shift"] : []), key].join("+");
}

/**
 * Returns the key's name: a letter as the layout writes it, which is how the system finds it (macOS finds it by
 * its place), and others by their place, because the character that Shift produces differs between layouts.
 */
function keyOf({ key, code }: PressedKeys, isMac: boolean): string | null {
  if (!isMac && /^[a-z]$/i.test(key)) return key.toUpperCase();
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(code);
  if (letter?.[1] !== undefined) return letter[1];
  if (/^F(?:[1-9]|1\d|2[0-4])$/.test(code)) return code;
  return named[code] ?? null;
}

/** Returns an accelerator in the notation of the platform. */
export function keysInWords(accelerator: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = isMac
    ? { CommandOrControl: "⌘", Command: "⌘", Control: "⌃", Alt: "⌥", Shift: "⇧", Super: "⌘" }
    : { CommandOrControl: "Ctrl", Command: "Super", Control: "Ctrl" };
  const arrows: Readonly<Record<string, string>> = { Up: "↑", Down: "↓", Left: "←", Right: "→" };
  const parts = accelerator.split("+").map((part) => names[part] ?? arrows[part] ?? part);
  return parts.join(isMac ? "" : "+");
}
