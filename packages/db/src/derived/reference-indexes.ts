import { openSqliteConnection } from "../dialect/node/open-connection.ts";
import type { SqlConnection } from "../sql/connection.ts";
import { digestIndex, indexedText, type TextIndexName } from "../text-index/index-digest.ts";
import { storedTextIndexes } from "../text-index/kept-indexes.ts";
import type { StoredMemo } from "./derived-rows.ts";

/** Digests of each text index of a file, by row number. */
export type Digests = ReadonlyMap<TextIndexName, Map<number, number>>;

/** Builds text indexes of some memos from scratch, to compare the stored ones with. */
export interface ReferenceIndexes extends Disposable {
  digests(memos: readonly StoredMemo[]): Digests;
}

/** Opens indexes in memory with the same definitions as those of `connection`. */
export function openReferenceIndexes(connection: SqlConnection): ReferenceIndexes {
  const reference = openSqliteConnection({ file: ":memory:", readonly: false });
  const names = storedTextIndexes(connection);
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
