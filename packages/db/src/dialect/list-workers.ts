import type { ListAnswer, ListJob, ListMethod } from "../memo-list/list-placing.ts";

/** A few threads for lists that take long, each with its own reading connection. */
export interface ListWorkers {
  /** Sees everything that was committed before the call. Rejects with `FilterTimeoutError`. */
  run<M extends ListMethod>(job: ListJob<M>): Promise<ListAnswer<M>>;
  /** Starts a thread ahead of the first list, which would wait for it. */
  begin(): void;
  /** Ends the threads that do nothing. The next list waits for a new one. */
  endIdle(): Promise<void>;
  /** Ends the threads at once; what they were asked rejects, and so does every later call. */
  close(): Promise<void>;
}

/** How long one list may run. */
export const listDeadlineMs = 2_000;
