import type { ListAnswer, ListJob, ListMethod } from "../memo-list/list-placing.ts";

/** Pool of threads for slow lists, each with its own read connection. */
export interface ListWorkers {
  /** Runs a list, which sees everything committed before the call. Rejects with `FilterTimeoutError`. */
  run<M extends ListMethod>(job: ListJob<M>): Promise<ListAnswer<M>>;
  /** Starts a thread before the first list needs it. */
  begin(): void;
  /** Ends idle threads. The next list waits for a new one. */
  endIdle(): Promise<void>;
  /** Ends the threads at once. Pending and later calls reject. */
  close(): Promise<void>;
}

/** Maximum time that one list may run. */
export const listDeadlineMs = 2_000;
