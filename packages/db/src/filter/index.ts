export { filterDriver, filterDrivers, type FilterDriver } from "./filter-driver.ts";
export { planToSql, trigramHits, type PlanToSqlOptions } from "./plan-to-sql.ts";
export { FilterTimeoutError, registerFilterFunctions } from "./register-functions.ts";
export { textTrigrams, trigramMatch } from "./text-trigrams.ts";
