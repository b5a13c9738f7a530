/** Calls `then` after `ms` milliseconds and returns a function that cancels the call. */
export type After = (ms: number, then: () => void) => () => void;
