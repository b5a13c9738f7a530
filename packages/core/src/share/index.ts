export type * from "./share-store.ts";
