import type { MetaFamily, MetaStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sendSql, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { rowOf, text } from "../../sql/row.ts";
import { lastNumber, nextChange, nextNumber, readChangePosition } from "./counter.ts";

const valueRow = rowOf({ value: text });
const entryRow = rowOf({ key: text, value: text });

export function createMetaStore(db: Kysely<Tables>): MetaStore {
  return {
    // As text: every write of a memo runs it, and building a query costs more than running it.
    get: async (key) => {
      const [row] = await selectRows(
        db,
        sqlText("SELECT value FROM meta WHERE key = ?", key.name),
        valueRow,
      );
      return row === undefined ? null : key.parse(row.value);
    },
    all: async (family) => [...(await entriesOf(db, family)).values()],
    entries: (family) => entriesOf(db, family),
    set: async (key, value) => {
      if (value === null) {
        await db.deleteFrom("meta").where("key", "=", key.name).execute();
        return;
      }
      await sendSql(
        db,
        sqlText(
          "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
          key.name,
          key.format(value),
        ),
      );
    },
    nextSeq: (newest) => (newest === undefined ? nextNumber(db, "seq") : nextChange(db, newest)),
    headSeq: () => lastNumber(db, "seq"),
    changePosition: () => readChangePosition(db),
    setMilestone: (milestone) =>
      sendSql(db, sqlText("UPDATE counter SET milestone = ? WHERE name = 'seq'", milestone)),
  };
}

/** Leaves out texts that count as absent. */
async function entriesOf<T>(db: Kysely<Tables>, family: MetaFamily<T>): Promise<Map<string, T>> {
  // Every key of a family sorts between its prefix and the prefix with the highest code point.
  const rows = await selectRows(
    db,
    sqlText(
      "SELECT key, value FROM meta WHERE key >= ? AND key < ?",
      family.prefix,
      `${family.prefix}\u{10FFFF}`,
    ),
    entryRow,
  );
  return new Map(
    rows.flatMap(({ key, value }): [string, T][] => {
      const argument = key.slice(family.prefix.length);
      const parsed = family.at(argument).parse(value);
      return parsed === null ? [] : [[argument, parsed]];
    }),
  );
}
