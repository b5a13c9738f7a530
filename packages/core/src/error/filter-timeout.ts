/** Reason for cancelling a filter: it exceeded its deadline, or waited too long to start. */
export type FilterTimeoutReason = "deadline" | "busy";

/**
 * Thrown through the database port by a list whose filter takes too long; nothing was changed. Thrown, not
 * returned, because it interrupts a running query. `filterTimedOut` converts it.
 */
export class FilterTimeoutError extends Error {
  readonly type = "filter-timeout";
  readonly reason: FilterTimeoutReason;

  constructor(reason: FilterTimeoutReason = "deadline") {
    super(
      reason === "deadline"
        ? "takes too long on these memos; narrow it with a tag, a word or a time"
        : "waited too long for other slow filters; try again later",
    );
    this.name = "FilterTimeoutError";
    this.reason = reason;
  }
}
