/** Line of a text, without its end. Offsets are in UTF-16 units. */
export interface PlainLine {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Number of lines around the caret that are read. */
const maxLines = 500;

/** Lines of a text around an offset, and the index of the one that contains it. */
export interface LinesAround {
  readonly lines: readonly PlainLine[];
  readonly at: number;
  /** True if the line is in a fenced block of code. */
  readonly isInFence: boolean;
}

export function linesAround(text: string, offset: number): LinesAround {
  const all: PlainLine[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    all.push({ from, to: from + line.length, text: line });
    from += line.length + 1;
  }
  const at = all.findIndex(({ to }) => offset <= to);
  const start = Math.max(0, at - maxLines);
  return {
    lines: all.slice(start, at + maxLines),
    at: at - start,
    isInFence: isInFence(all.slice(0, at)),
  };
}

function isInFence(above: readonly PlainLine[]): boolean {
  let open: string | null = null;
  for (const { text } of above) {
    const fence = /^ {0,3}(?<marks>`{3,}|~{3,})(?<info>.*)$/.exec(text)?.groups;
    if (fence === undefined) continue;
    const { marks = "", info = "" } = fence;
    if (open === null) {
      if (!(marks.startsWith("`") && info.includes("`"))) open = marks;
    } else if (marks.startsWith(open) && info.trim() === "") open = null;
  }
  return open !== null;
}
