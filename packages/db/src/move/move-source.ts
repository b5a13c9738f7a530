import type { SqlConnection } from "../sql/connection.ts";

/** A server's database in a file, of one moment, to be moved. */
export interface MoveSource extends Disposable {
  readonly connection: SqlConnection;
  /** Which life of the database it is. */
  readonly epoch: string;
}
