import type { PostgresConnection } from "../connection/postgres-connection.ts";

/** Stores the tags of a memo in place of its earlier ones. */
export async function replaceTags(
  connection: PostgresConnection,
  pk: string,
  tags: readonly string[],
): Promise<void> {
  const derived = JSON.stringify(tags);
  await connection.query("UPDATE memo SET tags = $1 WHERE pk = $2", [derived, pk]);
  await connection.query("DELETE FROM memo_tag WHERE memo_pk = $1", [pk]);
  await connection.query(
    `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
       SELECT pk, a.tag, creator, created_ms, visibility, space,
         CASE WHEN state = 0 AND parent IS NULL AND deleted = 0 THEN 1 ELSE 0 END
         FROM memo, json_array_elements_text(CAST($1 AS json)) AS a (tag) WHERE pk = $2`,
    [derived, pk],
  );
}
