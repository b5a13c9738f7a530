// For the page: how the search compares letters, without reading searches.
export { findRanges, type LetterRange } from "./values/letter-ranges.ts";
export { bareLetters } from "./values/same-letters.ts";
