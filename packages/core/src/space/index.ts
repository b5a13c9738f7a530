export * from "./space-service.ts";
export type * from "./space-store.ts";
export * from "./tell-member.ts";
