import type { TextIndexName } from "../text-index/index-digest.ts";
import { keptTextIndexes } from "../text-index/kept-indexes.ts";
import type { DatabaseDriver } from "./driver.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteTransactions } from "./sqlite-database.ts";

const mergePages = 64;

/**
 * Drops what deleted rows left anywhere in the files of a database. The text indexes are merged in
 * steps short enough for writes to get in between. Then the whole file is written anew (under Node by a
 * thread, while reads go on); writes wait: SQLite overwrites what is deleted, but not the copies that cells leave
 * behind when they move from one page to another (ADR 0017). Rejects when that could not be done.
 */
export async function eraseDeletedText(
  transactions: SqliteTransactions,
  { rewrite, pause }: Pick<DatabaseDriver, "rewrite" | "pause">,
  file: string,
): Promise<void> {
  await mergeDeletions(transactions, pause);
  await transactions.exclusive(async (connection) => {
    await rewrite(connection, file);
    // The old pages that this connection remembers must not be what a later write starts from.
    connection.exec("PRAGMA shrink_memory");
  });
}

const logTries = 50;
const logRetryMs = 100;

/**
 * The same without writing the file anew, so that no write waits for longer than a moment: what cells
 * left behind when they moved between pages stays. Rejects when somebody goes on reading what was.
 */
export async function eraseInPlace(
  transactions: SqliteTransactions,
  { pause }: Pick<DatabaseDriver, "pause">,
): Promise<void> {
  await mergeDeletions(transactions, pause);
  for (let tries = 1; ; tries += 1) {
    if (await transactions.exclusive(async (connection) => isLogEmptied(connection))) return;
    if (tries === logTries) throw new Error("the write-ahead log is in use");
    await new Promise((resolve) => setTimeout(resolve, logRetryMs));
  }
}

/** Does not wait for readers: those of this process run on the thread that would wait. */
function isLogEmptied(connection: SqliteConnection): boolean {
  const [before] = connection.all<{ timeout: number }>("PRAGMA busy_timeout");
  connection.exec("PRAGMA busy_timeout = 0");
  try {
    const [row] = connection.all<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    return row?.busy === 0;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${before?.timeout ?? 0}`);
  }
}

/** Takes the terms of deleted rows out of the text indexes. */
async function mergeDeletions(
  transactions: SqliteTransactions,
  pause: DatabaseDriver["pause"],
): Promise<void> {
  const kept = await transactions.exclusive(async (connection) => keptTextIndexes(connection));
  for (const index of kept) {
    // The first step, negative, takes all segments into the merge; the others go on with it.
    let pages = -mergePages;
    while (await transactions.exclusive((connection) => mergeStep(connection, index, pages))) {
      pages = mergePages;
      await pause();
    }
  }
}

/** False when there was nothing left to merge: FTS5 says so by changing fewer than two rows. */
async function mergeStep(
  connection: SqliteConnection,
  index: TextIndexName,
  pages: number,
): Promise<boolean> {
  const before = totalChanges(connection);
  connection.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, [pages]);
  return totalChanges(connection) - before >= 2;
}

function totalChanges(connection: SqliteConnection): number {
  const [row] = connection.all<{ n: number }>("SELECT total_changes() AS n");
  return row?.n ?? 0;
}
