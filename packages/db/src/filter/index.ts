export { filterCostMicros, heavyMicros } from "./filter-cost.ts";
export { filterDrivers, type FilterDriver } from "./filter-driver.ts";
export { planToSql } from "./plan-to-sql.ts";
export { type FunctionHost, registerFilterFunctions } from "./register-functions.ts";
export {
  anyTrigramMatch,
  haveSameTrigrams,
  textTrigrams,
  trigramMatch,
  trigramText,
} from "./text-trigrams.ts";
