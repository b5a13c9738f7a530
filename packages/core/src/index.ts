export * from "./ports.ts";
export * from "./result.ts";
