export * from "./field-mask.ts";
export * from "./names.ts";
