export * from "./follow-events.ts";
export * from "./memo-event.ts";
export * from "./read-events.ts";
