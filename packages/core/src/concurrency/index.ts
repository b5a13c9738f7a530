export * from "./after.ts";
export * from "./coalesce.ts";
export * from "./coalescing-timer.ts";
export * from "./keyed-lock.ts";
export * from "./semaphore.ts";
export * from "./serial-queue.ts";
