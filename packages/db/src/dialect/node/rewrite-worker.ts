import { workerData } from "node:worker_threads";
import { openSqliteConnection } from "./open-connection.ts";

// The entry of a thread that writes a whole database anew, so that what moved within its pages left
// nothing behind, and then empties the write-ahead log. Its `workerData` is the file of the database.
// Ends with an error when either could not be done.

if (typeof workerData !== "string") {
  throw new Error("this program is started as a thread of the database");
}
const connection = openSqliteConnection({ file: workerData, readonly: false });
try {
  connection.exec("PRAGMA secure_delete = ON");
  connection.exec("VACUUM");
  // Waits for those who still read the database as it was, for as long as a connection waits for any.
  const [row] = connection.all<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
  if (row?.busy !== 0) throw new Error("the write-ahead log is in use");
} finally {
  connection.close();
}
