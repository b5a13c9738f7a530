/** Why a filter was given up: it ran past its deadline, or had to wait too long for its turn. */
export type FilterTimeoutReason = "deadline" | "busy";

/**
 * Thrown through the database port by a list whose filter takes too long; nothing was changed.
 * Thrown because it comes up out of a query that is running. `filterTimedOut` makes the answer.
 */
export class FilterTimeoutError extends Error {
  readonly type = "filter-timeout";
  readonly reason: FilterTimeoutReason;

  constructor(reason: FilterTimeoutReason = "deadline") {
    super(
      reason === "deadline"
        ? "takes too long on these memos; a tag, a word or a time beside it makes it shorter"
        : "waits too long for other filters that take long; try again later",
    );
    this.name = "FilterTimeoutError";
    this.reason = reason;
  }
}
