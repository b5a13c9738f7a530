export { filterCostMicros, heavyMicros } from "./filter-cost.ts";
export { filterDrivers, type FilterDriver, withoutNeedles } from "./filter-driver.ts";
export { type FilterCondition, planToSql } from "./plan-to-sql.ts";
export { sqliteFilter } from "./sqlite-filter.ts";
export { type FunctionHost, registerFilterFunctions } from "./register-functions.ts";
export {
  anyTrigramMatch,
  haveSameTrigrams,
  latePks,
  partsOf,
  textTrigrams,
  trigramMatch,
  trigramText,
} from "./text-trigrams.ts";
