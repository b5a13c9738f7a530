import type { MemoIndexStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { countMemosAtMost } from "../../sql/count-memos.ts";
import { sendSql, sqlText } from "../../sql/sql-text.ts";

/**
 * Indexes sorted by time, including the table of tags, whose rows are all key. Inserting a row older than all
 * others splits the first page, which leaves every page half empty. Newer rows fill the last page first.
 */
const byTime = [
  "memo_own_created",
  "memo_own_updated",
  "memo_own_pinned",
  "sqlite_autoindex_memo_tag_1",
] as const;

/** Minimum number of memos; with fewer, the indexes have a few hundred kilobytes. */
const fewMemos = 5000;

export function createMemoIndexStore(db: Kysely<Tables>): MemoIndexStore {
  return {
    pack: async (nth) => {
      const index = byTime[nth];
      if (index === undefined || (await countMemosAtMost(db)) < fewMemos) return false;
      await sendSql(db, sqlText(`REINDEX ${index}`));
      return nth + 1 < byTime.length;
    },
  };
}
