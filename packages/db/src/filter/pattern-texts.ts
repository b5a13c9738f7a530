import { foldText } from "@tidemark/core/filter";

/** Shorter ones are no trigram. */
const minLength = 3;
const maxTexts = 4;

/** What a piece of a pattern is: a character that stands for itself, or how many units of something else. */
type Piece =
  | { readonly type: "literal"; readonly text: string; readonly length: number }
  | { readonly type: "other"; readonly length: number }
  /** Flags, which are no part of it. */
  | { readonly type: "flags"; readonly length: number }
  /** How often the piece before it stands there, which may be never. */
  | { readonly type: "repeat"; readonly length: number; readonly isNeeded: boolean };

const flagsPattern = /^\(\?[imsU]*(?:-[imsU]+)?\)/;
const groupPattern = /^\((?:\?(?:[imsU]*(?:-[imsU]+)?:|P?<[A-Za-z_]\w*>))?(?!\?)/;
const repeatPattern = /^(?:\{(\d+)(?:,\d*)?\}|[*+?])\??/;
const escapePattern =
  /^\\(?:[pP](?:\{[^}]*\}|[A-Za-z])|x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|[bBAzdDwWsSntrfva])/;
const punctuationPattern = /^\\[!-/:-@[-`{-~]/;

/**
 * Texts, folded, that stand in every text that RE2 finds a pattern in, the longest first. Reads runs of
 * characters outside of groups, classes and what may be missing; none where anything else is met.
 */
export function textsOfPattern(pattern: string): readonly string[] {
  const runs: string[][] = [[]];
  for (let at = 0; at < pattern.length;) {
    const piece = pieceAt(pattern, at);
    if (piece === null) return [];
    at += piece.length;
    const run = runs.at(-1) ?? [];
    if (piece.type === "literal") {
      run.push(piece.text);
      continue;
    }
    if (piece.type === "flags") continue;
    if (piece.type === "repeat" && !piece.isNeeded) run.pop();
    runs.push([]);
  }
  const texts = runs.filter((run) => run.length >= minLength).map((run) => foldText(run.join("")));
  return [...new Set(texts)].toSorted((a, b) => b.length - a.length).slice(0, maxTexts);
}

/** Null for what is not understood, and for alternatives. */
function pieceAt(pattern: string, at: number): Piece | null {
  const rest = pattern.slice(at);
  const [first = ""] = rest;
  switch (first) {
    case "|":
    case ")":
      return null;
    case "(":
      return groupAt(pattern, at);
    case "[":
      return other(classLength(rest));
    case ".":
    case "^":
    case "$":
      return other(1);
    case "\\":
      return escapeAt(rest);
    case "*":
    case "+":
    case "?":
    case "{": {
      const [whole, least] = repeatPattern.exec(rest) ?? [];
      // A brace that is none of a repeat stands for itself.
      if (whole === undefined) return other(1);
      const isNeeded = first === "+" || (least !== undefined && Number(least) > 0);
      return { type: "repeat", length: whole.length, isNeeded };
    }
    default:
      return { type: "literal", text: first, length: first.length };
  }
}

function other(length: number | null): Piece | null {
  return length === null ? null : { type: "other", length };
}

function escapeAt(rest: string): Piece | null {
  const [letter] = escapePattern.exec(rest) ?? [];
  if (letter !== undefined) return other(letter.length);
  const [punctuation] = punctuationPattern.exec(rest) ?? [];
  if (punctuation === undefined) return null;
  return { type: "literal", text: punctuation.slice(1), length: punctuation.length };
}

/** A group whole, whatever is in it, or flags: those change at most the case of what follows. */
function groupAt(pattern: string, start: number): Piece | null {
  const [flags] = flagsPattern.exec(pattern.slice(start)) ?? [];
  if (flags !== undefined) {
    // RE2 takes a repeat behind them for one of what stands before them.
    const isRepeated = repeatPattern.test(pattern.slice(start + flags.length));
    return isRepeated ? null : { type: "flags", length: flags.length };
  }
  let depth = 0;
  for (let at = start; at < pattern.length;) {
    const rest = pattern.slice(at);
    let length: number | null = 1;
    if (rest.startsWith("\\")) length = escapeAt(rest)?.length ?? null;
    else if (rest.startsWith("[")) length = classLength(rest);
    else if (rest.startsWith("(")) {
      const [opening] = flagsPattern.exec(rest) ?? groupPattern.exec(rest) ?? [];
      length = opening?.length ?? null;
      if (opening?.endsWith(")") !== true) depth += 1;
    } else if (rest.startsWith(")")) depth -= 1;
    if (length === null) return null;
    at += length;
    if (depth === 0) return other(at - start);
  }
  return null;
}

/** How long a class of characters is; null where it does not end. */
function classLength(rest: string): number | null {
  // A bracket that comes first is one of the characters.
  let at = rest.startsWith("[^") ? 2 : 1;
  if (rest[at] === "]") at += 1;
  while (at < rest.length) {
    const left = rest.slice(at);
    const [named] = /^\[:\^?[a-z]+:\]/.exec(left) ?? [];
    if (left.startsWith("]")) return at + 1;
    // A range up to a bracket, after which no named class begins; or no pattern at all.
    if (left.startsWith("-[")) return null;
    if (left.startsWith("\\")) {
      const escaped = escapeAt(left);
      if (escaped === null) return null;
      at += escaped.length;
    } else at += named?.length ?? 1;
  }
  return null;
}
