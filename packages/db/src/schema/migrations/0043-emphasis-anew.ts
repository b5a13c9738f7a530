import { deriveMemo, hasChangedEmphasis } from "@tidemark/core/markdown";
import type { SqlConnection } from "../../sql/connection.ts";
import type { Migration } from "../migration.ts";

const batchSize = 500;

/**
 * Derives memos again whose emphasis the parser now reads otherwise: `*` or `~~` beside a character of a script
 * without spaces (ADR 0100), and more than two `~` in a row, which are text.
 */
export const emphasisAnew: Migration = {
  version: 43,
  name: "emphasis anew",
  up(connection) {
    for (const { pk, content } of memosWithMarks(connection)) {
      if (hasChangedEmphasis(content)) deriveAnew(connection, pk, content);
    }
  },
};

interface Memo {
  readonly pk: number;
  readonly content: string;
}

function* memosWithMarks(connection: SqlConnection): Generator<Memo> {
  for (let after = 0; ;) {
    const memos = connection.all<Memo>(
      `SELECT pk, content FROM memo WHERE pk > ? AND (instr(content, '~~~') OR
         (length(content) <> octet_length(content) AND (instr(content, '*') OR instr(content, '~~'))))
         ORDER BY pk LIMIT ${batchSize}`,
      [after],
    );
    yield* memos;
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) return;
    after = last.pk;
  }
}

function deriveAnew(connection: SqlConnection, pk: number, content: string): void {
  const { tags, property, snippet } = deriveMemo(content);
  connection.run(
    `UPDATE memo SET title = ?, snippet = ?, tags = ?, has_link = ?, has_code = ?,
      has_task_list = ?, has_incomplete_tasks = ?, open_tasks = ? WHERE pk = ?`,
    [
      property.title,
      snippet,
      JSON.stringify(tags),
      Number(property.hasLink),
      Number(property.hasCode),
      Number(property.hasTaskList),
      Number(property.hasIncompleteTasks),
      property.openTasks,
      pk,
    ],
  );
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
