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
 * Whether a text names keys that all programs may be asked to leave alone, as Electron writes them:
 * one with Shift alone, or with nothing, would be taken from every text.
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
