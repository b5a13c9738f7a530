import type { ServerDatabase } from "@tidemark/core";
import type { MemoRecord } from "@tidemark/core/model";
import { userScope } from "@tidemark/core/model";
import { epochKey } from "@tidemark/core/sync/server";
import { openPostgres } from "@tidemark/db-postgres";
import { z } from "zod";
import { ask } from "../../../scripts/postgres/ask.ts";
import type { UserReference } from "@tidemark/core/names";

/** Rows of the database that the processes share, read directly. */
export interface InstanceRows {
  readonly memos: readonly MemoRecord[];
  /** Returns the ids of the stored events that the user receives, oldest first. */
  eventIds(user: UserReference): readonly string[];
  /** Deliveries by id. */
  readonly deliveries: ReadonlyMap<string, DeliveryRow>;
  /** SHA-256 of received files. */
  readonly received: ReadonlySet<string>;
}

const deliverySchema = z.object({
  id: z.string(),
  webhook: z.string(),
  memo: z.string(),
  event: z.string(),
  state: z.string(),
  attempts: z.coerce.number(),
});
type DeliveryRow = z.infer<typeof deliverySchema>;

const receivedSchema = z.object({ sha256: z.string() });
const eventSchema = z.object({ id: z.string(), scopes: z.string() });

export async function readEpoch(url: string): Promise<string | null> {
  return reading(url, (database) => database.read(({ meta }) => meta.get(epochKey)));
}

export async function readInstance(url: string): Promise<InstanceRows> {
  const memos = await reading(url, (database) =>
    database.read(async (stores) => stores.memos.findMany(await stores.memos.idsByOthers(""))),
  );
  const deliveries = z
    .array(deliverySchema)
    .parse(
      await ask(url, "SELECT id, webhook, memo, event, state, attempts FROM webhook_delivery"),
    );
  const received = z
    .array(receivedSchema)
    .parse(await ask(url, "SELECT declared_sha256 AS sha256 FROM received_blob"));
  const events = z
    .array(eventSchema)
    .parse(await ask(url, "SELECT pk::text AS id, scopes FROM event_log ORDER BY pk"));
  return {
    memos,
    deliveries: new Map(deliveries.map((row) => [row.id, row])),
    received: new Set(received.map(({ sha256 }) => sha256)),
    eventIds: (user) =>
      events
        .filter(({ scopes }) => scopes.includes(JSON.stringify(userScope(user))))
        .map(({ id }) => id),
  };
}

/** Counts the pending deliveries. */
export async function countPending(url: string): Promise<number> {
  const rows = await ask(
    url,
    "SELECT count(*)::int AS count FROM webhook_delivery WHERE state = 'PENDING'",
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

async function reading<T>(url: string, work: (database: ServerDatabase) => Promise<T>): Promise<T> {
  await using opened = await openPostgres({ url });
  return work(opened.database);
}
