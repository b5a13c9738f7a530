/** A stretch of a text, without its end. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

// Bounded, here and below: a line of a million blanks is read once, and not from each of them.
const fence =
  /^[ \t]{0,40}(?:>[ \t]?){0,20}[ \t]{0,40}(?:[-*+][ \t]{1,9}|\d{1,9}[.)][ \t]{1,9})?(`{3,}|~{3,})(.*)$/;
const listItem = /^[ \t]*(?:[-*+]|\d+[.)])(?:[ \t]|$)/;

/** Where a Markdown text is code, in order: fences, code by its indent, and spans in a line or two. */
export function codeRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let open: { readonly mark: string; readonly from: number } | null = null;
  let isInList = false;
  let wasBlank = true;
  let prose = 0;
  const endProse = (at: number): void => {
    if (at > prose) ranges.push(...codeSpans(text, prose, at));
  };
  let at = 0;
  for (const line of text.split("\n")) {
    const from = at;
    at += line.length + 1;
    const [, mark = "", info = ""] = fence.exec(line) ?? [];
    if (open !== null) {
      const isEnd = mark.startsWith(open.mark) && info.trim() === "";
      if (!isEnd) continue;
      ranges.push({ from: open.from, to: Math.min(at, text.length) });
      open = null;
      prose = at;
      continue;
    }
    if (mark !== "" && !(mark.startsWith("`") && info.includes("`"))) {
      endProse(from);
      open = { mark, from };
      continue;
    }
    const isBlank = line.trim() === "";
    if (listItem.test(line)) isInList = true;
    else if (!isBlank && !/^[ \t]/.test(line)) isInList = false;
    const isIndented = /^(?: {4}|\t)/.test(line) && !isBlank && !isInList && wasBlank;
    if (isIndented) {
      endProse(from);
      ranges.push({ from, to: Math.min(at, text.length) });
      prose = at;
    } else wasBlank = isBlank;
  }
  if (open === null) endProse(text.length);
  else ranges.push({ from: open.from, to: text.length });
  return ranges;
}

/** Runs of backticks that are closed by a run of the same length before the paragraph ends. */
function codeSpans(text: string, from: number, to: number): TextRange[] {
  const ranges: TextRange[] = [];
  const part = text.slice(from, to);
  const runs = [...part.matchAll(/(?<!\\)`+|\n[ \t]*\n/g)];
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]!;
    if (run[0].startsWith("\n")) continue;
    for (let next = at + 1; next < runs.length; next += 1) {
      const end = runs[next]!;
      if (end[0].startsWith("\n")) break;
      if (end[0].length !== run[0].length) continue;
      ranges.push({ from: from + run.index, to: from + end.index + end[0].length });
      at = next;
      break;
    }
  }
  return ranges;
}
