export type * from "./space-store.ts";
