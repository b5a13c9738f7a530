import type { ListWorkers } from "./list-workers.ts";
import type { BeforeStatement, SqliteConnection } from "./sqlite-connection.ts";

export interface OpenConnection {
  readonly file: string;
  readonly readonly: boolean;
  readonly beforeStatement?: BeforeStatement | undefined;
  /** Given what a listener of commits threw; a warning of the program when absent. */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}

/** Finds writes that begin inside a write, where the machine can tell. */
export interface WriteNesting {
  /** Whether the caller runs inside a write; false where nobody can tell. */
  isInside(): boolean;
  /** The same work, in the context of its caller, and marked as a write while it runs. */
  inside<In, Out>(work: (given: In) => Promise<Out>): (given: In) => Promise<Out>;
}

/** SQLite as one machine has it: given to `openDatabase`. */
export interface DatabaseDriver {
  /** Opens a connection to a file without changing it. */
  open(options: OpenConnection): SqliteConnection;
  /**
   * Whether one file may have several connections at a time. Where it may not, reads and writes wait
   * for each other in one queue.
   */
  readonly hasReaders: boolean;
  /** Threads for lists that take long; null: they run in place, under the same deadline. */
  startListWorkers(file: string): ListWorkers | null;
  /**
   * Whether a database that was not closed is looked through before anything else. That reads the
   * whole file: not for where every closed tab leaves it so.
   */
  readonly checksUnclean: boolean;
  /** Keeps a copy beside the file before a migration; does nothing where there is no place for one. */
  copyBefore(connection: SqliteConnection, file: string, version: number): void;
  /** Writes a copy of the database to `target`, which is replaced only by a whole copy. */
  copyTo(connection: SqliteConnection, target: string): Promise<void>;
  /** The newest copy that is known to be near a database, in words for people; null for none. */
  findNewestCopy(file: string): string | null;
  /** Removes the copies that migrations left. */
  removeCopies(file: string): void;
  /** Writes the whole file anew and empties its log, while the writer given waits. */
  rewrite(writer: SqliteConnection, file: string): Promise<void>;
  /** Lets everything that waits for this thread have its turn. */
  pause(): Promise<void>;
  watchNesting(): WriteNesting;
}
