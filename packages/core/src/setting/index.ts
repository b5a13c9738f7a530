export * from "./patch-setting.ts";
export type * from "./setting-store.ts";
export * from "./user-setting-service.ts";
export * from "./user-settings.ts";
