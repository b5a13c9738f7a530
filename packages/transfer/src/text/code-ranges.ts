/** Range of a text; `to` is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

// Quantifiers are bounded, here and below: a line of a million blanks isn't scanned from each of them.
const fence =
  /^[ \t]{0,40}(?:>[ \t]?){0,20}[ \t]{0,40}(?:[-*+][ \t]{1,9}|\d{1,9}[.)][ \t]{1,9})?(`{3,}|~{3,})(.*)$/;
const listItem = /^[ \t]*(?:[-*+]|\d+[.)])(?:[ \t]|$)/;

/** Returns the ranges of code in a Markdown text, in order: fences, indented code, and code spans. */
export function codeRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let open: { readonly mark: string; readonly from: number } | null = null;
  let isInList = false;
  let wasBlank = true;
  let prose = 0;
  const endProse = (at: number): void => {
    if (at > prose) addCodeSpans(ranges, text, prose, at);
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

/** Adds runs of backticks that are closed by a run of the same length before the paragraph ends. */
function addCodeSpans(ranges: TextRange[], text: string, from: number, to: number): void {
  const part = text.slice(from, to);
  const runs = [...part.matchAll(/(?<!\\)`+|\n[ \t]*\n/g)];
  const closedBy = closingRuns(runs.map(([run]) => run));
  for (let at = 0; at < runs.length; at += 1) {
    const next = closedBy[at];
    if (next === undefined) continue;
    const end = runs[next]!;
    ranges.push({ from: from + runs[at]!.index, to: from + end.index + end[0].length });
    at = next;
  }
}

/** Returns for each run of backticks the next of its length in the same paragraph, if any. */
function closingRuns(runs: readonly string[]): (number | undefined)[] {
  const closedBy: (number | undefined)[] = [];
  const next = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at]!;
    if (run.startsWith("\n")) next.clear();
    else {
      closedBy[at] = next.get(run.length);
      next.set(run.length, at);
    }
  }
  return closedBy;
}
