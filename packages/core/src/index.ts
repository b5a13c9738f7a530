export { toHex } from "./bytes/hex.ts";
export { utf8Length } from "./bytes/utf8-length.ts";
export * from "./error/index.ts";
export * from "./json/index.ts";
export * from "./names/index.ts";
export * from "./paging/index.ts";
export * from "./stores/index.ts";
export { floorToMs, parseInstant } from "./time/rfc3339.ts";
