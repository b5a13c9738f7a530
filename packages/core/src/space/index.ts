export * from "./space-service.ts";
export type * from "./space-store.ts";
