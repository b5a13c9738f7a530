/** Milliseconds since 1970 when a statement began, by the clock that all processes have in common. */
export const nowMs = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";
