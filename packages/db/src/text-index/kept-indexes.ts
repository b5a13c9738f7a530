import type { SqlConnection } from "../sql/connection.ts";
import { indexLate } from "./late-texts.ts";
import { type TextIndexName, textIndexNames } from "./index-digest.ts";

// Which text indexes a file has is said by the file itself: those whose tables are there. Every side
// filters by trigrams; words are for searches that rank, which only a server answers (ADR 0063).

const batchSize = 500;
const batchCharacters = 1_000_000;

/** The text indexes that a file has. */
export function keptTextIndexes(connection: Pick<SqlConnection, "all">): readonly TextIndexName[] {
  const tables = connection.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))",
    [JSON.stringify(textIndexNames)],
  );
  const names = new Set(tables.map(({ name }) => name));
  return textIndexNames.filter((name) => names.has(name));
}

/**
 * Gives a file the text indexes of its side: drops the one of words from a device's, and makes it
 * for a server that opens what was a device's. In one transaction.
 */
export function keepTextIndexesOf(connection: SqlConnection, side: "server" | "device"): void {
  const kept = keptTextIndexes(connection);
  const hasWords = kept.includes("memo_word");
  // A schema of before the text indexes has none.
  if (kept.length === 0 || hasWords === (side === "server")) return;
  connection.run("BEGIN IMMEDIATE");
  try {
    // A server asks its indexes without a look at what waits for them.
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

/** As the migration of the text indexes makes it; a test holds the two against each other. */
const wordTable = `
CREATE VIRTUAL TABLE memo_word USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61'
);
`;
