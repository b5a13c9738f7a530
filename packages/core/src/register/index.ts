export * from "./register-floor.ts";
