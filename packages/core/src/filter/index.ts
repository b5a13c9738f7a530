export { compileFilter, type CompileFilterOptions } from "./compile-filter.ts";
export { compileWithIds, type IdFinders } from "./compile-with-ids.ts";
export { compareText } from "./lower/compare-text.ts";
export { datePartOf, type DatePart } from "./plan/date-part.ts";
export { evaluatePlan } from "./evaluate-plan.ts";
export { foldText } from "./values/fold-text.ts";
export { type DayStart, localDayStart, utcDayStart } from "./values/days.ts";
export { findRanges, type LetterRange } from "./values/letter-ranges.ts";
export {
  bareLetters,
  blanks,
  findsIn,
  foldLetters,
  foldWords,
  indexedParts,
  type LetterForm,
  needleOf,
  type Needle,
} from "./values/same-letters.ts";
export { nameUsers } from "./name-users.ts";
export { nextFlipMs } from "./plan/next-flip.ts";
export type {
  CompareOp,
  FilterPlan,
  IntOperand,
  PlanNode,
  StrOperand,
  TagLevel,
  TextOp,
} from "./plan/plan.ts";
export { compileRegex } from "./values/regex.ts";
export {
  attachmentFilterSchema,
  auditFilterSchema,
  memoFilterSchema,
  type FieldType,
  type FilterableAttachment,
  type FilterableAuditEntry,
  type FilterableMemo,
  type FilterField,
  type FilterSchema,
  type MemoFilterName,
} from "./plan/schema.ts";
export { readSearch, searchWords, type SearchProblem, type SearchReading } from "./read-search.ts";
export { filterToWords, searchTerms, wordsToFilter } from "./search-words.ts";
