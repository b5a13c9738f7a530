// For the page: what a search field needs, without the filter language.
export { readSearch, searchWords, type SearchProblem, type SearchReading } from "./read-search.ts";
