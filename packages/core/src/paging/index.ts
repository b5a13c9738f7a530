export * from "./order-by.ts";
export * from "./page-list.ts";
export * from "./page-parts.ts";
export * from "./page-token.ts";
