import Sqlite from "better-sqlite3";
import type { OpenConnection } from "../driver.ts";
import { createSqliteConnection, type SqliteConnection } from "../sqlite-connection.ts";

const busyTimeoutMs = 5000;

/** Opens `file` without changing it. A connection that will write needs `prepareWriter` next. */
export function openSqliteConnection(options: OpenConnection): SqliteConnection {
  const driver = new Sqlite(options.file, {
    readonly: options.readonly,
    timeout: busyTimeoutMs,
  });
  return connectionTo(driver, options);
}

/** Wraps an open database of better-sqlite3. */
export function connectionTo(
  driver: Sqlite.Database,
  options: Pick<OpenConnection, "beforeStatement" | "onListenerError">,
): SqliteConnection {
  return createSqliteConnection(
    {
      exec: (sql) => void driver.exec(sql),
      function: (name, kind, body) => driver.function(name, kind, body),
      prepare: (sql) => {
        const statement = driver.prepare<unknown[]>(sql);
        return {
          reader: statement.reader,
          all: (parameters) => statement.all(...parameters),
          run: (parameters) => statement.run(...parameters),
          iterate: (parameters) => statement.iterate(...parameters),
        };
      },
      isInTransaction: () => driver.inTransaction,
      backup: async (file) => {
        await driver.backup(file);
      },
      close: () => void driver.close(),
    },
    { ...options, onListenerError: options.onListenerError ?? warnOfIt },
  );
}

function warnOfIt(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
