import { foldLetters, foldText } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";
import type { SqlConnection } from "../../sql/connection.ts";
import type { Migration } from "../migration.ts";

/** Number of texts that a device indexes at once; with more, it starts and indexes them later (ADR 0088). */
const fewTexts = 5000;
const batchSize = 500;

/**
 * Indexes texts by their letters, without accents, and stores tags in NFC. Texts in ASCII are the same in the
 * index as before.
 */
export const sameLetters: Migration = {
  version: 42,
  name: "same letters",
  up(connection) {
    nameTagsAnew(connection);
    const [stored] = connection.all<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM memo WHERE ${isBeyondAscii} LIMIT ${fewTexts + 1})`,
    );
    const isServer =
      connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'memo_word'").length > 0;
    if (isServer || (stored?.count ?? 0) <= fewTexts) indexAnew(connection);
    else {
      connection.exec(`INSERT INTO memo_trigram (memo_trigram) VALUES ('delete-all');
        INSERT INTO late_text (only_row, after_pk) VALUES (1, 0)
          ON CONFLICT (only_row) DO UPDATE SET after_pk = 0;`);
    }
  },
};

const isBeyondAscii = "length(content) <> octet_length(content)";

function indexAnew(connection: SqlConnection): void {
  const [late] = connection.all<{ after_pk: number }>("SELECT after_pk FROM late_text");
  const last = late?.after_pk ?? Number.MAX_SAFE_INTEGER;
  for (let after = 0; ;) {
    const memos = connection.all<{ pk: number; content: string }>(
      `SELECT pk, content FROM memo WHERE pk > ? AND pk <= ? AND ${isBeyondAscii} ORDER BY pk LIMIT ${batchSize}`,
      [after, last],
    );
    for (const { pk, content } of memos) {
      after = pk;
      const letters = foldLetters(content, "bare");
      if (letters === foldText(content)) continue;
      connection.run("DELETE FROM memo_trigram WHERE rowid = ?", [pk]);
      connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [pk, `${letters}  `]);
    }
    if (memos.length < batchSize) return;
  }
}

function nameTagsAnew(connection: SqlConnection): void {
  const tags = connection
    .all<{ tag: string }>(
      "SELECT DISTINCT tag FROM memo_tag WHERE length(tag) <> octet_length(tag)",
    )
    .filter(({ tag }) => tag !== tag.normalize());
  const pks = new Set(
    tags.flatMap(({ tag }) =>
      connection
        .all<{ pk: number }>("SELECT memo_pk AS pk FROM memo_tag WHERE tag = ?", [tag])
        .map(({ pk }) => pk),
    ),
  );
  for (const pk of pks) nameTagsOf(connection, pk);
}

function nameTagsOf(connection: SqlConnection, pk: number): void {
  const [memo] = connection.all<{ content: string }>("SELECT content FROM memo WHERE pk = ?", [pk]);
  if (memo === undefined) return;
  const { tags } = deriveMemo(memo.content);
  connection.run("UPDATE memo SET tags = ? WHERE pk = ?", [JSON.stringify(tags), pk]);
  connection.run("DELETE FROM memo_tag WHERE memo_pk = ?", [pk]);
  for (const tag of tags) {
    connection.run(
      `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
        SELECT pk, ?, creator, created_ms, visibility, space,
          state = 0 AND parent IS NULL AND deleted = 0 FROM memo WHERE pk = ?`,
      [tag, pk],
    );
  }
}
