/**
 * Expression for the start of the statement in milliseconds since 1970, by the clock shared by all processes.
 */
export const nowMs = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";
