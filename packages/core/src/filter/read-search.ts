import { meaningOf, rawCel, readWords } from "./search-operators.ts";

/** Word that looks like an operator but isn't one. A search ignores it. Positions are UTF-16. */
export interface SearchProblem {
  readonly start: number;
  readonly end: number;
  /** Word as typed, with its sign. */
  readonly word: string;
  /** Suggested replacement. */
  readonly suggestion: string;
  /** True if more typing could make it an operator. */
  readonly isBegun: boolean;
}

/** Parsed search, for display in the search field. */
export interface SearchReading {
  /** Positions of the operators. */
  readonly operators: readonly { readonly start: number; readonly end: number }[];
  readonly problems: readonly SearchProblem[];
  /** Position of CEL typed after `=`; null for words. */
  readonly celStart: number | null;
}

/**
 * Finds the operators of a search, and the words that it ignores with a suggestion for each. Accepts any
 * text.
 */
export function readSearch(text: string): SearchReading {
  const raw = rawCel(text);
  if (raw !== null) return { operators: [], problems: [], celStart: raw.start };
  const operators: { start: number; end: number }[] = [];
  const problems: SearchProblem[] = [];
  for (const word of readWords(text)) {
    const meaning = meaningOf(word);
    const { start, end } = word;
    if (meaning.kind === "operator") operators.push({ start, end });
    if (meaning.kind !== "unknown") continue;
    const suggestion = `${word.isNegated ? "-" : ""}${meaning.suggestion}`;
    const typed = text.slice(start, end);
    problems.push({ start, end, word: typed, suggestion, isBegun: meaning.isBegun });
  }
  return { operators, problems, celStart: null };
}

/** Returns the words of a search as typed, without the ignored ones. */
export function searchWords(text: string): string[] {
  if (rawCel(text) !== null) return [];
  return readWords(text)
    .filter((word) => meaningOf(word).kind !== "unknown")
    .map(({ start, end }) => text.slice(start, end));
}
