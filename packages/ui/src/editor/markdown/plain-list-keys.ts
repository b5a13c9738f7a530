/** Replacement of the text from `from` to `to`, in UTF-16 units, by `insert`. */
export interface PlainChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Key event in a field without a grammar. */
export interface PlainListKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

const item =
  /^(?<indent>[ \t]*)(?:[-*+]|(?<number>\d{1,9})[.)])(?<gap>[ \t]+)(?<task>\[[ xX]\][ \t]+)?/;
const step = "  ";

/**
 * Returns the change for Enter, Tab or Shift+Tab inside a list, as the editor's grammar makes it once it is
 * loaded. Returns `null` if the key isn't handled.
 */
export function plainListKey(key: PlainListKey, text: string, caret: number): PlainChange | null {
  const lineStart = text.lastIndexOf("\n", caret - 1) + 1;
  const nextBreak = text.indexOf("\n", caret);
  const line = text.slice(lineStart, nextBreak === -1 ? text.length : nextBreak);
  const found = item.exec(line);
  if (found === null) return null;
  const [marker] = found;
  if (key.key === "Tab") return indented(line, lineStart, key.shiftKey);
  if (key.key !== "Enter" || key.shiftKey || caret < lineStart + marker.length) return null;
  // Enter on an empty item ends the list. A blank line is needed, because text right below the last item
  // belongs to that item.
  if (line.trimEnd().length <= marker.trimEnd().length) {
    const isBelow = lineStart > 0 && !/(?:^|\n)[ \t]*\n$/.test(text.slice(0, lineStart));
    return { from: lineStart, to: lineStart + line.length, insert: isBelow ? "\n" : "" };
  }
  return { from: caret, to: caret, insert: `\n${nextMarker(marker, found.groups)}` };
}

function indented(line: string, lineStart: number, isLess: boolean): PlainChange {
  if (!isLess) return { from: lineStart, to: lineStart, insert: step };
  const width = /^ {0,2}/.exec(line)?.[0].length ?? 0;
  return { from: lineStart, to: lineStart + width, insert: "" };
}

/** Returns the marker of the next item, with the next number and an unchecked task. */
function nextMarker(
  marker: string,
  groups: Readonly<Record<string, string | undefined>> = {},
): string {
  const { number, task } = groups;
  const open = task === undefined ? marker : marker.replace(/\[[xX]\]/, "[ ]");
  return number === undefined ? open : open.replace(number, String(Number(number) + 1));
}
