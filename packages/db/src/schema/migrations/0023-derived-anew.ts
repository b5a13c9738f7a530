import { deriveMemo } from "@tidemark/core/markdown";
import type { SqlConnection } from "../../sql/connection.ts";
import type { Migration } from "../migration.ts";

/** Derives memos again that may contain footnotes, callouts or marked text, which the parser now reads. */
export const derivedAnew: Migration = {
  version: 23,
  name: "derived anew with footnotes, callouts and marks",
  up(connection) {
    const memos = connection.all<{ pk: number }>(
      `SELECT pk FROM memo WHERE instr(content, '[^') OR instr(content, '==')
        OR instr(content, '[!') OR instr(content, '$')`,
    );
    for (const { pk } of memos) deriveAnew(connection, pk);
  },
};

function deriveAnew(connection: SqlConnection, pk: number): void {
  const [memo] = connection.all<{ content: string }>("SELECT content FROM memo WHERE pk = ?", [pk]);
  const { tags, property, snippet } = deriveMemo(memo!.content);
  connection.run(
    `UPDATE memo SET title = ?, snippet = ?, tags = ?, has_link = ?, has_code = ?,
      has_task_list = ?, has_incomplete_tasks = ? WHERE pk = ?`,
    [
      property.title,
      snippet,
      JSON.stringify(tags),
      Number(property.hasLink),
      Number(property.hasCode),
      Number(property.hasTaskList),
      Number(property.hasIncompleteTasks),
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
