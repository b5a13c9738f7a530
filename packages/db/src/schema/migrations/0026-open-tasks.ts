import { deriveMemo } from "@tidemark/core/markdown";
import type { Migration } from "../migration.ts";

/** Number of open tasks of each memo, and an index of the trash by time of deletion. */
export const openTasks: Migration = {
  version: 26,
  name: "open tasks counted, and an index of the trash by deletion",
  up(connection) {
    connection.exec("ALTER TABLE memo ADD COLUMN open_tasks INTEGER NOT NULL DEFAULT 0");
    // Reads one text at a time: texts may be long, and few memos have open tasks.
    const memos = connection.all<{ pk: number }>(
      "SELECT pk FROM memo NOT INDEXED WHERE has_incomplete_tasks = 1",
    );
    for (const { pk } of memos) {
      const [memo] = connection.all<{ content: string }>("SELECT content FROM memo WHERE pk = ?", [
        pk,
      ]);
      const { property } = deriveMemo(memo!.content);
      connection.run("UPDATE memo SET open_tasks = ? WHERE pk = ?", [property.openTasks, pk]);
    }
    connection.exec(indexes);
  },
};

// Includes the number in the index, which is then summed without reading a row.
const indexes = `
DROP INDEX memo_own_open_tasks;
CREATE INDEX memo_own_open_tasks ON memo (creator, open_tasks)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND has_incomplete_tasks = 1;
CREATE INDEX memo_trash_deleted ON memo (creator, deleted_ms, created_ms, number) WHERE deleted = 1;
`;
