import type { SqlConnection } from "../sql/connection.ts";
import { indexLate } from "./late-texts.ts";
import { type TextIndexName, textIndexNames } from "./index-digest.ts";

// A file has the text indexes whose tables exist in it. Both sides filter by trigrams. The word index is for
// ranked searches, which only servers run (ADR 0063).

const batchSize = 500;
const batchCharacters = 1_000_000;

/** Returns the text indexes of a file. */
export function storedTextIndexes(
  connection: Pick<SqlConnection, "all">,
): readonly TextIndexName[] {
  const tables = connection.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))",
    [JSON.stringify(textIndexNames)],
  );
  const names = new Set(tables.map(({ name }) => name));
  return textIndexNames.filter((name) => names.has(name));
}

/**
 * Creates or drops text indexes for a side, in one transaction: drops the word index of a device's file, and
 * creates it for a server that opens a device's file.
 */
export function keepTextIndexesOf(connection: SqlConnection, side: "server" | "device"): void {
  const kept = storedTextIndexes(connection);
  const hasWords = kept.includes("memo_word");
  // A schema from before the text indexes has none.
  if (kept.length === 0 || hasWords === (side === "server")) return;
  connection.run("BEGIN IMMEDIATE");
  try {
    // Servers query their indexes without checking for late texts.
    if (side === "server") {
      while (indexLate(connection, { names: kept, characters: batchCharacters }));
    }
    if (hasWords) connection.exec("DROP TABLE memo_word");
    else indexWords(connection);
    connection.run("COMMIT");
  } catch (error) {
    connection.run("ROLLBACK");
    throw error;
  }
}

function indexWords(connection: SqlConnection): void {
  connection.exec(wordTable);
  for (let after = 0; ;) {
    const memos = connection.all<{ pk: number; content: string }>(
      "SELECT pk, content FROM memo WHERE pk > ? ORDER BY pk LIMIT ?",
      [after, batchSize],
    );
    for (const { pk, content } of memos) {
      connection.run("INSERT INTO memo_word (rowid, text) VALUES (?, ?)", [pk, content]);
    }
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) return;
    after = last.pk;
  }
}

/** Same as in the migration of the text indexes; a test compares the two. */
const wordTable = `
CREATE VIRTUAL TABLE memo_word USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61'
);
`;
