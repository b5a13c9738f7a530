import { type EventRecord, type EventStore, eventTypes } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import { selectRows, sendSql, sqlText } from "../../sql/sql-text.ts";
import type { EventLogTable } from "../../schema/event-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { readStrings } from "../../schema/own-rows.ts";
import { number, orNull, rowOf } from "../../sql/row.ts";

const headRow = rowOf({ head: orNull(number) });
const firstRow = rowOf({ first: orNull(number) });

/** Minimum number of events to store; each writing process may leave up to `trimEvery` more. */
const maxStoredEvents = 10_000;
const trimEvery = 64;
const trimming = "DELETE FROM event_log WHERE pk <= (SELECT max(pk) FROM event_log) - ?";

export function createEventStore(db: Kysely<Tables>): EventStore {
  // The first event trims: otherwise short-lived processes would never trim.
  let untrimmed = trimEvery - 1;
  return {
    page: async (afterId, limit) => {
      const rows = await db
        .selectFrom("event_log")
        .selectAll()
        .where("pk", ">", afterId)
        .orderBy("pk")
        .limit(limit)
        .execute();
      return rows.map(columnsToEvent);
    },
    headId: async () => {
      const [row] = await selectRows(db, sqlText("SELECT max(pk) AS head FROM event_log"), headRow);
      return row?.head ?? 0;
    },
    firstId: async () => {
      const [row] = await selectRows(
        db,
        sqlText("SELECT min(pk) AS first FROM event_log"),
        firstRow,
      );
      return row?.first ?? 1;
    },
    // As text: every write of a memo runs it, and building a query costs more than running it.
    add: async (event) => {
      await sendSql(
        db,
        sqlText(
          `INSERT INTO event_log (type, name, parent, memo, scopes, except_scopes, at_ms)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
          event.type,
          event.name,
          event.parent,
          event.memo,
          JSON.stringify(event.scopes),
          JSON.stringify(event.exceptScopes),
          event.atMs,
        ),
      );
      untrimmed += 1;
      if (untrimmed < trimEvery) return;
      untrimmed = 0;
      await sendSql(db, sqlText(trimming, maxStoredEvents));
    },
  };
}

function columnsToEvent(columns: Selectable<EventLogTable>): EventRecord {
  const type = eventTypes.find((each) => each === columns.type);
  if (type === undefined) throw new Error(`unknown event ${columns.type}`);
  return {
    id: columns.pk,
    type,
    name: columns.name,
    parent: columns.parent,
    memo: columns.memo,
    scopes: readStrings(columns.scopes),
    exceptScopes: readStrings(columns.except_scopes),
    atMs: columns.at_ms,
  };
}
