/** A change of a text: what stands from `from` to `to`, in UTF-16 units, becomes `insert`. */
export interface PlainChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A key of a field without a grammar. */
export interface PlainListKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

const item =
  /^(?<indent>[ \t]*)(?:[-*+]|(?<number>\d{1,9})[.)])(?<gap>[ \t]+)(?<task>\[[ xX]\][ \t]+)?/;
const step = "  ";

/**
 * What Enter, Tab and Shift+Tab do inside a list before the editor has come, which does the same by
 * its grammar; null where the key means what it always does.
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
  // Enter on an empty item ends the list; right below its last item one would still be in that.
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

/** The marker of the item that follows: numbers count on, and a new task is open. */
function nextMarker(
  marker: string,
  groups: Readonly<Record<string, string | undefined>> = {},
): string {
  const { number, task } = groups;
  const open = task === undefined ? marker : marker.replace(/\[[xX]\]/, "[ ]");
  return number === undefined ? open : open.replace(number, String(Number(number) + 1));
}
