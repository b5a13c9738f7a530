export * from "./app-failure.ts";
export * from "./errors.ts";
export type * from "./filter-error.ts";
export * from "./filter-timeout.ts";
export * from "./result.ts";
export * from "./storage-error.ts";
export * from "./unstorable-error.ts";
