export { filterDrivers, type FilterDriver } from "./filter-driver.ts";
export { planToSql } from "./plan-to-sql.ts";
export { FilterTimeoutError, registerFilterFunctions } from "./register-functions.ts";
export { trigramMatch } from "./text-trigrams.ts";
