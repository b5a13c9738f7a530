export * from "./patch-setting.ts";
export * from "./user-setting-service.ts";
export * from "./user-settings.ts";
