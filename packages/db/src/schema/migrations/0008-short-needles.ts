import { foldText } from "@tidemark/core/filter";
import type { Migration } from "../migration.ts";

/**
 * Lets the text index find texts of one and two code points: with two spaces after every text, they begin a
 * trigram at any position.
 */
export const shortNeedles: Migration = {
  version: 8,
  name: "short needles",
  up: (connection) => {
    connection.exec(
      `INSERT INTO memo_trigram (memo_trigram) VALUES ('delete-all');
       CREATE VIRTUAL TABLE memo_trigram_term USING fts5vocab ('memo_trigram', 'row');`,
    );
    let after = 0;
    for (;;) {
      const memos = connection.all<{ pk: number; content: string }>(
        "SELECT pk, content FROM memo WHERE pk > ? ORDER BY pk LIMIT 500",
        [after],
      );
      for (const memo of memos) {
        connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [
          memo.pk,
          `${foldText(memo.content)}  `,
        ]);
        after = memo.pk;
      }
      if (memos.length < 500) return;
    }
  },
};
