// For the page: what a search field and its results need, without the filter language.
export { readSearch, searchWords, type SearchProblem, type SearchReading } from "./read-search.ts";
export { findRanges, type LetterRange } from "./values/letter-ranges.ts";
export { bareLetters } from "./values/same-letters.ts";
