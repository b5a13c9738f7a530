export * from "./operation.ts";
export * from "./stamp.ts";
