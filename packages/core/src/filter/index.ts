export { compileFilter, type CompileFilterOptions } from "./compile-filter.ts";
export { compileWithIds, type IdFinders } from "./compile-with-ids.ts";
export { compareText } from "./compare-text.ts";
export { datePartOf, type DatePart } from "./date-part.ts";
export { evaluatePlan } from "./evaluate-plan.ts";
export type { FilterError, FilterErrorKind, FilterPosition } from "./filter-error.ts";
export { FilterTimeoutError, type FilterTimeoutReason } from "./filter-timeout.ts";
export { foldText } from "./fold-text.ts";
export { nameUsers } from "./name-users.ts";
export { nextFlipMs } from "./next-flip.ts";
export type {
  CompareOp,
  FilterPlan,
  IntOperand,
  PlanNode,
  StrOperand,
  TagLevel,
  TextOp,
} from "./plan.ts";
export { compileRegex } from "./regex.ts";
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
} from "./schema.ts";
export { filterToWords, searchTerms, wordsToFilter } from "./search-words.ts";
