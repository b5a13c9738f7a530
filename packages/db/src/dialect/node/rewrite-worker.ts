import { workerData } from "node:worker_threads";
import { openSqliteConnection } from "./open-connection.ts";

// Entry of a thread that rewrites a whole database, which erases old copies of rows that moved, and then
// empties the write-ahead log. Its `workerData` is the path of the database. Ends with an error if either
// fails.

if (typeof workerData !== "string") {
  throw new Error("this program is started as a thread of the database");
}
const connection = openSqliteConnection({ file: workerData, readonly: false });
try {
  connection.exec("PRAGMA secure_delete = ON");
  connection.exec("VACUUM");
  // Waits for readers of the old log, for at most the connection's busy timeout.
  const [row] = connection.all<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
  if (row?.busy !== 0) throw new Error("the write-ahead log is in use");
} finally {
  connection.close();
}
