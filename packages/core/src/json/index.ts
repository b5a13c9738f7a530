export * from "./own-json.ts";
export * from "./parse-json.ts";
