export * from "./commit-register.ts";
export * from "./register-floor.ts";
export * from "./register.ts";
