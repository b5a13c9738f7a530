export * from "./commit-register.ts";
export * from "./register.ts";
