export { filterCostMicros, heavyMicros } from "./filter-cost.ts";
export { filterDrivers, type FilterDriver, withoutNeedles } from "./filter-driver.ts";
export { type FilterCondition, planToSql } from "./plan-to-sql.ts";
export { sqliteFilter } from "./sqlite-filter.ts";
export { type FunctionHost, registerFilterFunctions } from "./register-functions.ts";
export { haveSameTrigrams, latePks, trigramText } from "./text-trigrams.ts";
export { anyOf, matchAll, trigramQueries } from "./trigram-queries.ts";
