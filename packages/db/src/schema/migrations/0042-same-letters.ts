import { foldLetters, foldText } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";
import type { SqlConnection } from "../../sql/connection.ts";
import type { Migration } from "../migration.ts";

/**
 * Number of texts that are replaced in the index. With more, filling it anew takes a third of the time, which a
 * device does after its start (ADR 0088).
 */
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
    if ((stored?.count ?? 0) <= fewTexts) return replaceInIndex(connection);
    connection.exec("INSERT INTO memo_trigram (memo_trigram) VALUES ('delete-all')");
    const isServer =
      connection.all("SELECT 1 FROM sqlite_schema WHERE name = 'memo_word'").length > 0;
    if (isServer) return fillIndex(connection);
    connection.exec(`INSERT INTO late_text (only_row, after_pk) VALUES (1, 0)
      ON CONFLICT (only_row) DO UPDATE SET after_pk = 0`);
  },
};

const isBeyondAscii = "length(content) <> octet_length(content)";

function replaceInIndex(connection: SqlConnection): void {
  const [late] = connection.all<{ after_pk: number }>("SELECT after_pk FROM late_text");
  const last = late?.after_pk ?? Number.MAX_SAFE_INTEGER;
  for (const { pk, content } of textsWhere(connection, isBeyondAscii)) {
    const letters = foldLetters(content, "bare");
    if (pk > last || letters === foldText(content)) continue;
    connection.run("DELETE FROM memo_trigram WHERE rowid = ?", [pk]);
    addToIndex(connection, pk, letters);
  }
}

function fillIndex(connection: SqlConnection): void {
  for (const { pk, content } of textsWhere(connection, "1 = 1")) {
    addToIndex(connection, pk, foldLetters(content, "bare"));
  }
  connection.run("DELETE FROM late_text");
}

function addToIndex(connection: SqlConnection, pk: number, letters: string): void {
  connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [pk, `${letters}  `]);
}

function* textsWhere(
  connection: SqlConnection,
  where: string,
): Generator<{ readonly pk: number; readonly content: string }> {
  for (let after = 0; ;) {
    const memos = connection.all<{ pk: number; content: string }>(
      `SELECT pk, content FROM memo WHERE pk > ? AND ${where} ORDER BY pk LIMIT ${batchSize}`,
      [after],
    );
    yield* memos;
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) return;
    after = last.pk;
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
