export * from "./caret.ts";
export * from "./caret-room.ts";
export * from "./latest.ts";
