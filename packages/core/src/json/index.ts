export { boundedArray } from "./bounded.ts";
export { findNul, type Path } from "./find-nul.ts";
export * from "./own-json.ts";
export * from "./parse-json.ts";
