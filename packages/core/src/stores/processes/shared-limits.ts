/** How often something may be tried under one key. */
export interface AttemptLimit {
  readonly key: string;
  readonly max: number;
}

/** Counts tries that failed in a window that slides. */
export interface AttemptLimiter {
  /**
   * Counts a try under every key, or under none when one of them is used up. Gives 0, or how many
   * milliseconds to wait. Counting comes before trying, so that parallel tries cannot slip through.
   * Rejects where nothing can be counted: then nothing may be tried.
   */
  take(limits: readonly AttemptLimit[]): Promise<number>;
  /** Takes back one try under each key, because it succeeded. What cannot be taken back stays counted. */
  giveBack(limits: readonly AttemptLimit[]): Promise<void>;
}

/** What became of requests that a process let in, of a block or unasked. */
export interface CountReport {
  /** The window that they were let in in. */
  readonly window: number;
  /** How many were let in and not told of yet. */
  readonly used: number;
  /** How many places of blocks are held no more, because they were used or will not be. */
  readonly freed: number;
}

/** A process asks to let requests of one key in. */
export interface CountAsk {
  /** Any text, of any length. */
  readonly key: string;
  /** How many there may be in a window. */
  readonly max: number;
  readonly windowMs: number;
  /** How many wait for the answer. */
  readonly want: number;
  /** What the process has to tell of the key; it tells nothing twice. */
  readonly report: CountReport | null;
}

export interface CountAnswer {
  /** When the window is over, in milliseconds since 1970 by the database's clock. It is its name too. */
  readonly window: number;
  /** Until then. */
  readonly leftMs: number;
  /** What all processes are known to have let in, with those of this answer. */
  readonly used: number;
  /** How many of those that wait may come in. */
  readonly admitted: number;
  /** A block: how many more the process may let in unasked, and tells of later. */
  readonly block: number;
}

/**
 * Counts requests that several processes let in. A key has a window, which begins with the first request
 * and is the database's to say. Requests are refused only once as many as may be are known to have come
 * in, so that nobody within a limit is refused; the blocks that are out at one time are a fifth of the
 * limit at most, so that no more than that comes in beyond it.
 */
export interface RequestCounts {
  ask(ask: CountAsk): Promise<CountAnswer>;
  /** Tells what is to be told of a key that is asked for no more. */
  settle(key: string, report: CountReport): Promise<void>;
}

/** Limits that hold for all processes of an instance together. Times are the database's. */
export interface SharedLimits {
  readonly requests: RequestCounts;
  attempts(windowMs: number): AttemptLimiter;
  /** Removes what counts no more. */
  removeOver(): Promise<void>;
}
