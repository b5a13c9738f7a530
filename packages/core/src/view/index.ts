export type * from "./view-store.ts";
