/** A bound value. The driver rejects booleans: bind 0 and 1. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** Methods of an open connection for migrations and maintenance, with any driver. */
export interface SqlConnection {
  /** Runs statements separated by `;`, without results. */
  exec(sql: string): void;
  run(sql: string, parameters?: readonly SqlValue[]): void;
  /** Returns rows as objects by column name. The caller is responsible for `Row`. */
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Row[];
  /** Iterates over the rows; the connection must not be used for anything else until the last one. */
  each<Row>(sql: string, parameters?: readonly SqlValue[]): Iterable<Row>;
}
