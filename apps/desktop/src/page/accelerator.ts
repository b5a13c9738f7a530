const modifiers: ReadonlySet<string> = new Set([
  "CommandOrControl",
  "Command",
  "Control",
  "Alt",
  "Super",
  "Shift",
]);

const key =
  /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Tab|Insert|Home|End|PageUp|PageDown|Up|Down|Left|Right|[-=[\];',./\\`])$/;

/**
 * Returns true if a text is a valid global shortcut in Electron's notation. Keys without a modifier, or with
 * only Shift, are rejected: they would make typing impossible in other programs.
 */
export function isAccelerator(text: string): boolean {
  const parts = text.split("+");
  const last = parts.pop() ?? "";
  return (
    key.test(last) &&
    parts.every((part) => modifiers.has(part)) &&
    new Set(parts).size === parts.length &&
    parts.some((part) => part !== "Shift")
  );
}
