import type { StateBlock, StateInline } from "markdown-it";

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

/**
 * Inline rule: `$…$` on one line, and `$$…$$`, become `math_inline` tokens; the content is the TeX, the
 * markup its delimiter. Only the next `$` is considered as the end, so a text full of prices takes one pass.
 * Rule M8.
 */
export function mathInlineRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const { run, end } = mathSpan(src, pos, posMax);
  if (end < 0) {
    // Skips the whole run: otherwise its last `$` could open math that its first can't.
    if (!silent) state.pending += src.slice(pos, pos + run);
    state.pos = pos + run;
    return true;
  }
  if (!silent) {
    const token = state.push("math_inline", "", 0);
    token.markup = "$".repeat(run);
    token.content = src.slice(pos + run, end);
  }
  state.pos = end + run;
  return true;
}

/**
 * Returns the number of `$` at `pos`, in a text that ends at `max`, and the offset of the run that closes
 * them, or −1.
 */
export function mathSpan(
  src: string,
  pos: number,
  max: number,
): { readonly run: number; readonly end: number } {
  const run = dollarRun(src, pos, max);
  const end = run === 1 ? closeSingle(src, pos, max) : run === 2 ? closeDouble(src, pos, max) : -1;
  return { run, end };
}

function dollarRun(src: string, pos: number, max: number): number {
  let end = pos;
  while (end < max && src.charCodeAt(end) === DOLLAR) end++;
  return end - pos;
}

function closeSingle(src: string, open: number, max: number): number {
  if (isSpace(src, open + 1)) return -1;
  for (let pos = open + 1; pos < max && src[pos] !== "\n"; pos++) {
    const code = src.charCodeAt(pos);
    if (code === BACKSLASH) pos++;
    else if (code === DOLLAR) return isSpace(src, pos - 1) || isDigit(src, pos + 1) ? -1 : pos;
  }
  return -1;
}

function closeDouble(src: string, open: number, max: number): number {
  for (let pos = open + 2; pos < max - 1; pos++) {
    const code = src.charCodeAt(pos);
    if (code === BACKSLASH) pos++;
    else if (code === DOLLAR && src.charCodeAt(pos + 1) === DOLLAR) {
      return src.slice(open + 2, pos).trim() === "" ? -1 : pos;
    }
  }
  return -1;
}

function isDigit(src: string, pos: number): boolean {
  return /[0-9]/.test(src.charAt(pos));
}

function isSpace(src: string, pos: number): boolean {
  const char = src[pos];
  return char === undefined || /\s/.test(char);
}

/**
 * Block rule: a line that opens with `$$`, up to the first line that ends with `$$`, becomes one
 * `math_block`. A `$$` anywhere else in between makes it inline math; this also avoids searching the same
 * lines twice. Rule M8.
 */
export function mathBlockRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const first = lineText(state, startLine);
  if (!first.startsWith("$$") || first.startsWith("$$$")) return false;
  const lastLine = closingLine(state, first.slice(2), startLine, endLine);
  if (lastLine < 0) return false;
  if (silent) return true;
  const text = state.getLines(startLine, lastLine + 1, state.sCount[startLine]!, false).trim();
  const token = state.push("math_block", "", 0);
  token.content = text.slice(2, -2);
  token.markup = "$$";
  token.map = [startLine, lastLine + 1];
  state.line = lastLine + 1;
  return true;
}

function closingLine(state: StateBlock, rest: string, startLine: number, endLine: number): number {
  const own = rest.indexOf("$$");
  if (own >= 0) return own === rest.length - 2 && rest.slice(0, own).trim() !== "" ? startLine : -1;
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && state.sCount[line]! < state.blkIndent) return -1;
    const text = lineText(state, line);
    const at = text.indexOf("$$");
    if (at >= 0) return at === text.length - 2 ? line : -1;
  }
  return -1;
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!).trimEnd();
}
