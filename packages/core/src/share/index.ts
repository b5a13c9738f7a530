export * from "./share-service.ts";
