export * from "./app.ts";
export type * from "./app-attachments.ts";
export type * from "./app-storage.ts";
export * from "./app-port.ts";
export type * from "./own-things.ts";
export * from "./sync.ts";
export type * from "./sync-tools.ts";
