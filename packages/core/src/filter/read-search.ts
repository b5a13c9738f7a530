import { meaningOf, rawCel, readWords } from "./search-operators.ts";

/** A word that looks like an operator and is none: a search leaves it out. Positions are UTF-16. */
export interface SearchProblem {
  readonly start: number;
  readonly end: number;
  /** As it was typed, with its sign. */
  readonly word: string;
  /** What to write in its place. */
  readonly suggestion: string;
  /** Typed further it could still become an operator. */
  readonly isBegun: boolean;
}

/** What a search is made of, as far as it shows in the field. */
export interface SearchReading {
  /** Where words stand that have a meaning of their own. */
  readonly operators: readonly { readonly start: number; readonly end: number }[];
  readonly problems: readonly SearchProblem[];
  /** Where CEL begins that was typed after `=`; null for words. */
  readonly celStart: number | null;
}

/** Says which words of a search are operators, and which are left out and why. Total. */
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

/** The words of a search one by one, each as it was typed; what is left out is not among them. */
export function searchWords(text: string): string[] {
  if (rawCel(text) !== null) return [];
  return readWords(text)
    .filter((word) => meaningOf(word).kind !== "unknown")
    .map(({ start, end }) => text.slice(start, end));
}
