export * from "./space-service.ts";
