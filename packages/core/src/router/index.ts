export * from "./app.ts";
export * from "./app-port.ts";
export * from "./sync.ts";
export type * from "./sync-tools.ts";
