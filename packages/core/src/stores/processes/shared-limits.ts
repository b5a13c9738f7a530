/** Limit on the attempts under one key. */
export interface AttemptLimit {
  readonly key: string;
  readonly max: number;
}

/** Counts failed attempts in a sliding window. */
export interface AttemptLimiter {
  /**
   * Counts an attempt under every key, or under none if one of them is exhausted. Returns 0, or the
   * milliseconds to wait. Counting happens before the attempt, because parallel attempts could otherwise
   * exceed the limit. Rejects if counting fails: no attempt is allowed then.
   */
  take(limits: readonly AttemptLimit[]): Promise<number>;
  /** Removes one attempt under each key after a success. If that fails, the attempt stays counted. */
  giveBack(limits: readonly AttemptLimit[]): Promise<void>;
}

/** Report on requests that a process admitted, from a block or without asking. */
export interface CountReport {
  /** Window in which they were admitted. */
  readonly window: number;
  /** Number of admitted requests that weren't reported yet. */
  readonly used: number;
  /** Number of block slots that are released because they were used or won't be. */
  readonly freed: number;
}

/** Request of a process to admit requests under one key. */
export interface CountAsk {
  /** Text of any length. */
  readonly key: string;
  /** Maximum number of requests per window. */
  readonly max: number;
  readonly windowMs: number;
  /** Number of requests that await the answer. */
  readonly want: number;
  /** Report on the key, if any. Each count is reported once. */
  readonly report: CountReport | null;
}

export interface CountAnswer {
  /** End of the window in epoch milliseconds by the database's clock. It also identifies the window. */
  readonly window: number;
  /** Milliseconds until the window ends. */
  readonly leftMs: number;
  /** Number of requests that all processes are known to have admitted, including those of this answer. */
  readonly used: number;
  /** Number of waiting requests that may be admitted. */
  readonly admitted: number;
  /** Size of a block: further requests that the process may admit without asking. It reports them later. */
  readonly block: number;
}

/**
 * Counts requests that several processes admit. The window of a key begins with the first request; the
 * database decides it. Requests are refused only once the known number reaches the limit, so no client within
 * a limit is refused. All outstanding blocks together are at most a fifth of the limit, which bounds the
 * excess.
 */
export interface RequestCounts {
  ask(ask: CountAsk): Promise<CountAnswer>;
  /** Sends the final report on a key that the process no longer asks about. */
  settle(key: string, report: CountReport): Promise<void>;
}

/** Limits that all processes of an instance share. Times are the database's. */
export interface SharedLimits {
  readonly requests: RequestCounts;
  attempts(windowMs: number): AttemptLimiter;
  /** Deletes expired counts. */
  removeOver(): Promise<void>;
}
