export * from "./errors.ts";
export * from "./field-mask.ts";
export * from "./names.ts";
export * from "./order-by.ts";
export * from "./page-list.ts";
export * from "./page-token.ts";
export * from "./ports.ts";
export * from "./result.ts";
