import { foldLetters } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { replaceTags } from "./replace-tags.ts";

/** Version of the schema from which texts are searched by their letters and tags are in NFC. */
export const lettersVersion = 42;

const batchSize = 500;
const isBeyondAscii = "octet_length(content) <> length(content)";

interface Row {
  readonly pk: string;
  readonly content: string;
}

/**
 * Folds the texts of a database that was in use without accents, and stores its tags in NFC. Texts in ASCII
 * are stored as before.
 */
export async function foldTextsAnew(connection: PostgresConnection): Promise<void> {
  await nameTagsAnew(connection);
  for (let after = "0"; ;) {
    const { rows } = await connection.query(
      `SELECT pk, content FROM memo WHERE pk > $1 AND ${isBeyondAscii} ORDER BY pk LIMIT ${batchSize}`,
      [after],
    );
    const memos = rows as readonly Row[];
    const folded = memos.map(({ pk, content }) => ({ pk, folded: foldLetters(content, "bare") }));
    await connection.query(
      `UPDATE memo_text AS t SET folded = a.folded
         FROM json_to_recordset(CAST($1 AS json)) AS a (pk bigint, folded text)
         WHERE t.memo_pk = a.pk AND t.folded <> a.folded`,
      [JSON.stringify(folded)],
    );
    after = memos.at(-1)?.pk ?? after;
    if (memos.length < batchSize) return;
  }
}

async function nameTagsAnew(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.query(
    "SELECT DISTINCT tag FROM memo_tag WHERE octet_length(tag) <> length(tag)",
  );
  const tags = (rows as readonly { readonly tag: string }[])
    .map(({ tag }) => tag)
    .filter((tag) => tag !== tag.normalize());
  if (tags.length === 0) return;
  const { rows: memos } = await connection.query(
    `SELECT pk, content FROM memo WHERE pk IN (
       SELECT memo_pk FROM memo_tag WHERE tag IN (SELECT json_array_elements_text(CAST($1 AS json))))`,
    [JSON.stringify(tags)],
  );
  for (const { pk, content } of memos as readonly Row[]) {
    await replaceTags(connection, pk, deriveMemo(content).tags);
  }
}
