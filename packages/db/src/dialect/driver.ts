import type { ListWorkers } from "./list-workers.ts";
import type { BeforeStatement, SqliteConnection } from "./sqlite-connection.ts";

export interface OpenConnection {
  readonly file: string;
  readonly readonly: boolean;
  readonly beforeStatement?: BeforeStatement | undefined;
  /** Called with errors that a commit listener threw. By default they become a warning of the process. */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}

/** Detects writes that begin inside a write, if the platform can. */
export interface WriteNesting {
  /** Returns whether the caller runs inside a write; always false where this can't be detected. */
  isInside(): boolean;
  /** Wraps work to run in the context of its caller, and to be marked as a write while it runs. */
  inside<In, Out>(work: (given: In) => Promise<Out>): (given: In) => Promise<Out>;
}

/** SQLite of one platform, passed to `openDatabase`. */
export interface DatabaseDriver {
  /** Opens a connection to a file without changing it. */
  open(options: OpenConnection): SqliteConnection;
  /** True if a file may have several connections at a time. Otherwise reads and writes share one queue. */
  readonly hasReaders: boolean;
  /** Starts threads for slow lists; null if lists run in place, under the same deadline. */
  startListWorkers(file: string): ListWorkers | null;
  /**
   * True if a database that wasn't closed is checked for damage when it opens. The check reads the whole
   * file, so it is off in browsers, where every closed tab leaves a file unclosed.
   */
  readonly checksUnclean: boolean;
  /** Maximum number of pages in the log before a checkpoint. */
  readonly pagesPerCheckpoint: number;
  /** Copies the file beside itself before a migration, or does nothing if the platform can't. */
  copyBefore(connection: SqliteConnection, file: string, version: number): void;
  /** Copies the database to `target`, which is replaced only once the copy is complete. */
  copyTo(connection: SqliteConnection, target: string): Promise<void>;
  /** Returns the path of the newest copy near a database, for messages; null if there is none. */
  findNewestCopy(file: string): string | null;
  /** Deletes the copies that migrations left. */
  removeCopies(file: string): void;
  /** True if the file is rewritten to erase what deleted rows left, not only after a wipe. */
  readonly rewritesToErase: boolean;
  /** Rewrites the whole file and truncates its log. `writer` is idle meanwhile. */
  rewrite(writer: SqliteConnection, file: string): Promise<void>;
  /** Yields to everything else that waits for this thread. */
  pause(): Promise<void>;
  watchNesting(): WriteNesting;
}
