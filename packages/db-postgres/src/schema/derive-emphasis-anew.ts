import { deriveMemo, hasChangedEmphasis } from "@tidemark/core/markdown";
import type { PostgresConnection } from "../connection/postgres-connection.ts";
import { replaceTags } from "./replace-tags.ts";

/** Version of the schema from which derived data has emphasis in scripts without spaces. */
export const emphasisVersion = 43;

const batchSize = 500;

interface Memo {
  readonly pk: string;
  readonly content: string;
}

/**
 * Derives memos of a database that was in use again, if the parser now reads their emphasis otherwise: `*` or
 * `~~` beside a character of a script without spaces (ADR 0100), and more than two `~` in a row, which are text.
 */
export async function deriveEmphasisAnew(connection: PostgresConnection): Promise<void> {
  for (let after = "0"; ;) {
    const { rows } = await connection.query(
      `SELECT pk, content FROM memo WHERE pk > $1 AND (strpos(content, '~~~') > 0 OR
         (octet_length(content) <> length(content) AND (strpos(content, '*') > 0 OR strpos(content, '~~') > 0)))
         ORDER BY pk LIMIT ${batchSize}`,
      [after],
    );
    const memos = rows as readonly Memo[];
    for (const memo of memos) {
      if (hasChangedEmphasis(memo.content)) await deriveAnew(connection, memo);
    }
    after = memos.at(-1)?.pk ?? after;
    if (memos.length < batchSize) return;
  }
}

async function deriveAnew(connection: PostgresConnection, { pk, content }: Memo): Promise<void> {
  const { tags, property, snippet } = deriveMemo(content);
  await connection.query(
    `UPDATE memo SET title = $1, snippet = $2, has_link = $3, has_code = $4, has_task_list = $5,
       has_incomplete_tasks = $6, open_tasks = $7 WHERE pk = $8`,
    [
      property.title,
      snippet,
      Number(property.hasLink),
      Number(property.hasCode),
      Number(property.hasTaskList),
      Number(property.hasIncompleteTasks),
      property.openTasks,
      pk,
    ],
  );
  await replaceTags(connection, pk, tags);
}
