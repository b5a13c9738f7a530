export * from "./share-service.ts";
export type * from "./share-store.ts";
