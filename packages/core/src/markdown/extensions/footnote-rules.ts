import type { Env, StateBlock, StateInline, Token } from "markdown-it";

const DEFINITION = /^\[\^([^\s[\]]{1,100})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s[\]]{1,100})\]/y;
/** Indentation of a note's further blocks, in columns. */
const INDENT = 4;

interface NoteEnv {
  /** Labels that have a note, with case folded. */
  notes?: Set<string>;
  /** True while the blocks of a note are parsed. */
  isInNote?: boolean;
}

/**
 * Block rule: `[^label]: text` at the left edge of a memo begins a note. The note includes its paragraph and
 * the following blocks indented by four. Emits `footnote_open` to `footnote_close` in place, with the label
 * in `meta`. Rule M22.
 */
export function footnoteRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const env = state.env as Env & NoteEnv;
  const isEdge = state.level === 0 || (silent && env.isInNote === true);
  if (!isEdge || state.sCount[startLine]! >= INDENT) return false;
  const from = state.bMarks[startLine]! + state.tShift[startLine]!;
  const definition = DEFINITION.exec(state.src.slice(from, state.eMarks[startLine]));
  if (definition === null) return false;
  if (silent) return true;
  const label = noteLabel(definition[1]!);
  (env.notes ??= new Set()).add(label);
  const open = state.push("footnote_open", "", 1);
  open.meta = { note: label };
  open.map = [startLine, startLine];
  readBlocks(state, from + definition[0].length, startLine, endLine);
  state.push("footnote_close", "", -1);
  open.map[1] = state.line;
  return true;
}

/** Parses the note's blocks as if its first line began behind the label. */
function readBlocks(state: StateBlock, from: number, startLine: number, endLine: number): void {
  const env = state.env as NoteEnv;
  const { parentType, blkIndent } = state;
  const [begin, shift, count] = [
    state.bMarks[startLine]!,
    state.tShift[startLine]!,
    state.sCount[startLine]!,
  ];
  state.bMarks[startLine] = from;
  state.tShift[startLine] = 0;
  state.blkIndent = INDENT;
  state.sCount[startLine] = INDENT;
  env.isInNote = true;
  state.md.block.tokenize(state, startLine, endLine);
  env.isInNote = false;
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.bMarks[startLine] = begin;
  state.tShift[startLine] = shift;
  state.sCount[startLine] = count;
}

/** Inline rule after links: `[^label]` refers to a note of the text. Rule M22a. */
export function footnoteReferenceRule(state: StateInline, silent: boolean): boolean {
  const { notes } = state.env as Env & NoteEnv;
  // Silent mode parses a link's text, which can't contain a second link.
  if (notes === undefined || silent || state.linkLevel > 0) return false;
  REFERENCE.lastIndex = state.pos;
  const reference = REFERENCE.exec(state.src);
  if (reference === null || REFERENCE.lastIndex > state.posMax) return false;
  const label = noteLabel(reference[1]!);
  if (!notes.has(label)) return false;
  state.push("footnote_ref", "", 0).meta = { note: label };
  state.pos += reference[0].length;
  return true;
}

/** Returns the label in the token of a note or of a reference to one. */
export function noteOf(token: Token): string {
  return String(token.meta?.["note"]);
}

function noteLabel(label: string): string {
  return label.toLowerCase().toUpperCase();
}
