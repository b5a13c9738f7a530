export * from "./instance-service.ts";
export * from "./instance-settings.ts";
