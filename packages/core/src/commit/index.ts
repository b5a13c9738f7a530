export type * from "./commit-deps.ts";
export * from "./commit-memo.ts";
export * from "./commit-register.ts";
export * from "./entity-of.ts";
export * from "./keep-clock.ts";
export { type ClockDoubt, findClockDoubt, judgeClock } from "./served-clock.ts";
export * from "./touch-memo.ts";
export type * from "./write-context.ts";
export { eraseDueKey, markEraseDue } from "./erase-due.ts";
