import type { TextIndexName } from "../text-index/index-digest.ts";
import { storedTextIndexes } from "../text-index/kept-indexes.ts";
import type { DatabaseDriver } from "./driver.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteTransactions } from "./sqlite-database.ts";

const mergePages = 64;

/**
 * Erases everything that deleted rows left in the files of a database. Merges the text indexes in short
 * steps, with room for writes in between. Then rewrites the whole file (on Node in a thread, while reads
 * continue); writes wait. SQLite overwrites deleted cells, but not the copies they leave behind when they
 * move between pages (ADR 0017). Rejects if erasing fails.
 */
export async function eraseDeletedText(
  transactions: SqliteTransactions,
  { rewrite, pause }: Pick<DatabaseDriver, "rewrite" | "pause">,
  file: string,
): Promise<void> {
  await mergeDeletions(transactions, pause);
  await transactions.exclusive(async (connection) => {
    await rewrite(connection, file);
    // Later writes must not start from old pages in this connection's cache.
    connection.exec("PRAGMA shrink_memory");
  });
}

const logTries = 50;
const logRetryMs = 100;

/**
 * Does the same without rewriting the file, so no write waits for more than a moment. Copies of cells that
 * moved between pages remain. Rejects if a reader keeps using the old log.
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

/** Doesn't wait for readers: those of this process run on the thread that would wait. */
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

/** Removes the terms of deleted rows from the text indexes. */
async function mergeDeletions(
  transactions: SqliteTransactions,
  pause: DatabaseDriver["pause"],
): Promise<void> {
  const kept = await transactions.exclusive(async (connection) => storedTextIndexes(connection));
  for (const index of kept) {
    // The first step, with a negative number, starts a merge of all segments; the next ones continue it.
    let pages = -mergePages;
    while (await transactions.exclusive((connection) => mergeStep(connection, index, pages))) {
      pages = mergePages;
      await pause();
    }
  }
}

/** Returns false if nothing was left to merge: FTS5 then changes fewer than two rows. */
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
