import { type EventRecord, type EventStore, eventTypes } from "@tidemark/core/event";
import type { Kysely, Selectable } from "kysely";
import { selectRows, sqlText } from "../memo-list/sql-fragment.ts";
import type { EventLogTable, Tables } from "../schema/tables.ts";

const keptEvents = 10_000;

export function createEventStore(db: Kysely<Tables>): EventStore {
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
      const [row] = await selectRows<{ head: number | null }>(
        db,
        sqlText("SELECT max(pk) AS head FROM event_log"),
      );
      return row?.head ?? 0;
    },
    firstId: async () => {
      const [row] = await selectRows<{ first: number | null }>(
        db,
        sqlText("SELECT min(pk) AS first FROM event_log"),
      );
      return row?.first ?? 1;
    },
    add: async (event) => {
      const { pk } = await db
        .insertInto("event_log")
        .values({
          type: event.type,
          name: event.name,
          parent: event.parent,
          memo: event.memo,
          scopes: JSON.stringify(event.scopes),
          except_scopes: JSON.stringify(event.exceptScopes),
          at_ms: event.atMs,
        })
        .returning("pk")
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom("event_log")
        .where("pk", "<=", pk - keptEvents)
        .execute();
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
    scopes: toScopes(columns.scopes),
    exceptScopes: toScopes(columns.except_scopes),
    atMs: columns.at_ms,
  };
}

/** Written by this store alone. */
function toScopes(json: string): string[] {
  return JSON.parse(json) as string[];
}
