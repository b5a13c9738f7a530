import { foldText } from "@tidemark/core/filter";

/** Minimum length of a text; shorter ones have no trigram. */
const minLength = 3;
const maxTexts = 4;

/** Piece of a pattern: a literal character, or `length` UTF-16 units of something else. */
type Piece =
  | { readonly type: "literal"; readonly text: string; readonly length: number }
  | { readonly type: "other"; readonly length: number }
  /** Flags, which match no text. */
  | { readonly type: "flags"; readonly length: number }
  /** Repeat of the piece before it; `isNeeded` is false if it may occur zero times. */
  | { readonly type: "repeat"; readonly length: number; readonly isNeeded: boolean };

const flagsPattern = /^\(\?[imsU]*(?:-[imsU]+)?\)/;
const groupPattern = /^\((?:\?(?:[imsU]*(?:-[imsU]+)?:|P?<[A-Za-z_]\w*>))?(?!\?)/;
const repeatPattern = /^(?:\{(\d+)(?:,\d*)?\}|[*+?])\??/;
const escapePattern =
  /^\\(?:[pP](?:\{[^}]*\}|[A-Za-z])|x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|[bBAzdDwWsSntrfva])/;
const punctuationPattern = /^\\[!-/:-@[-`{-~]/;

/**
 * Returns folded texts that every match of an RE2 pattern contains, longest first. Reads runs of characters
 * outside of groups, classes and optional parts; returns none for anything it doesn't understand.
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

/** Returns null for syntax it doesn't understand, and for alternatives. */
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
      // A brace that isn't part of a repeat is literal.
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

/** Returns a whole group as one piece, or flags: those change at most the case of the rest. */
function groupAt(pattern: string, start: number): Piece | null {
  const [flags] = flagsPattern.exec(pattern.slice(start)) ?? [];
  if (flags !== undefined) {
    // RE2 applies a repeat behind flags to the piece before them.
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

/** Returns the length of a character class; null if it has no end. */
function classLength(rest: string): number | null {
  // A bracket in first position is one of the characters.
  let at = rest.startsWith("[^") ? 2 : 1;
  if (rest[at] === "]") at += 1;
  while (at < rest.length) {
    const left = rest.slice(at);
    const [named] = /^\[:\^?[a-z]+:\]/.exec(left) ?? [];
    if (left.startsWith("]")) return at + 1;
    // Either a range up to a bracket, which doesn't begin a named class, or an invalid pattern.
    if (left.startsWith("-[")) return null;
    if (left.startsWith("\\")) {
      const escaped = escapeAt(left);
      if (escaped === null) return null;
      at += escaped.length;
    } else at += named?.length ?? 1;
  }
  return null;
}
