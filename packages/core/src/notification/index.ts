export * from "./notification-store.ts";
