export * from "./errors.ts";
export * from "./ports.ts";
export * from "./result.ts";
