/** Reason for refusing a filter. Stable: code may switch over it; the message is for people. */
export type FilterErrorKind =
  | "empty"
  | "syntax"
  | "limit"
  | "unknown-identifier"
  | "unknown-function"
  | "type"
  | "regex"
  | "duration"
  | "timestamp"
  | "eval"
  | "unsupported";

/**
 * Position in the filter's text: `offset` in UTF-16 units from 0, `line` and `column` (code points) from 1.
 */
export interface FilterPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Filter that can't run, reported before any memo is read. Plain data: survives JSON and IPC. */
export interface FilterError {
  readonly type: "filter-error";
  readonly kind: FilterErrorKind;
  readonly message: string;
  readonly position: FilterPosition;
  readonly suggestion?: string;
}
