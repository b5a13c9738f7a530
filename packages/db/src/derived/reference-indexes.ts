import { openSqliteConnection } from "../dialect/node/open-connection.ts";
import type { SqlConnection } from "../sql/connection.ts";
import { digestIndex, indexedText, type TextIndexName } from "../text-index/index-digest.ts";
import { keptTextIndexes } from "../text-index/kept-indexes.ts";
import type { StoredMemo } from "./derived-rows.ts";

/** What each text index of a file knows of its rows, by number. */
export type Digests = ReadonlyMap<TextIndexName, Map<number, number>>;

/** Indexes some memos anew, to say what the text indexes should know of them. */
export interface ReferenceIndexes extends Disposable {
  digests(memos: readonly StoredMemo[]): Digests;
}

/** Made as the indexes of `connection` were made, in memory. */
export function openReferenceIndexes(connection: SqlConnection): ReferenceIndexes {
  const reference = openSqliteConnection({ file: ":memory:", readonly: false });
  const names = keptTextIndexes(connection);
  for (const name of names) {
    const [table] = connection.all<{ sql: string }>(
      "SELECT sql FROM sqlite_schema WHERE name = ?",
      [name],
    );
    if (table === undefined) throw new Error(`there is no ${name}`);
    reference.exec(table.sql);
  }
  return {
    digests: (memos) => {
      const digest = (name: TextIndexName): Map<number, number> => {
        reference.exec(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`);
        reference.exec("BEGIN");
        for (const memo of memos) {
          reference.run(`INSERT INTO ${name} (rowid, text) VALUES (?, ?)`, [
            memo.pk,
            indexedText(name, memo.content),
          ]);
        }
        reference.exec("COMMIT");
        return digestIndex(reference, name);
      };
      return new Map(names.map((name) => [name, digest(name)]));
    },
    [Symbol.dispose]: () => reference.close(),
  };
}
