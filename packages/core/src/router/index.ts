export * from "./app.ts";
export * from "./app-port.ts";
export * from "./sync.ts";
