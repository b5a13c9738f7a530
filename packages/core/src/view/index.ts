export * from "./view-service.ts";
export type * from "./view-store.ts";
