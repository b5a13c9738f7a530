/** A bound value. Booleans are refused by the driver: bind 0 and 1. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** What migrations and maintenance may ask of an open connection, without naming its driver. */
export interface SqlConnection {
  /** Runs statements separated by `;`, without results. */
  exec(sql: string): void;
  run(sql: string, parameters?: readonly SqlValue[]): void;
  /** Rows as objects by column name. The caller vouches for `Row`. */
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Row[];
  /** The same rows one by one; nothing else may be asked of the connection until the last. */
  each<Row>(sql: string, parameters?: readonly SqlValue[]): Iterable<Row>;
}
