export type * from "./setting-store.ts";
