import { stat } from "node:fs/promises";
import type { InstanceCounts } from "@tidemark/core";
import { findClockDoubt } from "@tidemark/core/commit";
import { Gauge, type Registry } from "prom-client";
import type { Services } from "../../services/services.ts";
import { within } from "../health.ts";

/** Lifetime of counts, in ms: however often metrics are read, the database is rarely queried for them. */
const countedForMs = 60_000;
/** Timeout for an unresponsive database, in ms. The other metrics are needed most then. */
const answersWithinMs = 5000;

interface Figures extends InstanceCounts {
  readonly isRemovalPaused: boolean;
  readonly commonClockAheadMs: number;
  /** Time since the next delivery has been due; 0 if none is. */
  readonly oldestDeliveryMs: number;
}

type Read = (figures: Figures) => number | Readonly<Record<string, number>> | null;

/** Adds metrics of the data: counts of the database, and sizes of its files and disks. */
export function addDataMetrics(
  registry: Registry,
  services: Services,
  /** File of the database; null with PostgreSQL. */
  databaseFile: string | null,
): void {
  const figures = cached(() => within(answersWithinMs, readFigures(services)));

  /** Adds a gauge. `read` returns its value, or its values by `label`. */
  const add = (metric: { name: string; help: string; label?: string }, read: Read): void => {
    const { name, help, label } = metric;
    new Gauge({
      name: `tidemark_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const found = await figures();
        const value = found === null ? null : read(found);
        // An unknown value is omitted. `reset` would write 0 without labels.
        if (value === null && label === undefined) this.remove();
        else if (value === null) this.reset();
        else if (typeof value === "number") this.set(value);
        else
          for (const [key, each] of Object.entries(value)) this.set({ [label ?? ""]: key }, each);
      },
    });
  };

  add({ name: "accounts", help: "Accounts, without closed ones.", label: "state" }, (found) => ({
    normal: found.normalAccounts,
    archived: found.archivedAccounts,
  }));
  add({ name: "sessions", help: "Sessions that can be used.", label: "kind" }, (found) => ({
    web: found.webSessions,
    device: found.deviceSessions,
  }));
  add({ name: "memos", help: "Memos, with comments and the trash." }, (found) => found.memos);
  add(
    { name: "attachment_bytes", help: "Bytes of attachments, counted for each one." },
    (found) => found.attachmentBytes,
  );
  add(
    { name: "webhook_backlog", help: "Deliveries to webhooks that are due or will be retried." },
    (found) => found.pendingDeliveries,
  );
  add(
    { name: "webhook_oldest_seconds", help: "Time since the next delivery has been due." },
    (found) => found.oldestDeliveryMs / 1000,
  );
  add(
    {
      name: "last_backup_seconds",
      help: "Time of the last backup with the command, in seconds since 1970.",
    },
    ({ lastBackupMs }) => (lastBackupMs === null ? null : lastBackupMs / 1000),
  );
  add(
    { name: "removal_paused", help: "1 while nothing is removed, because the clock may be wrong." },
    (found) => (found.isRemovalPaused ? 1 : 0),
  );
  add(
    {
      name: "clock_offset_seconds",
      help: "Time by which PostgreSQL's clock is ahead; 0 for a file.",
    },
    (found) => found.commonClockAheadMs / 1000,
  );

  new Gauge({
    name: "tidemark_database_up",
    help: "1 if the database answered the last time that metrics were read from it.",
    registers: [registry],
    async collect() {
      this.set((await figures()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: "tidemark_database_bytes",
    help: "Size of the database, and of SQLite's write-ahead log.",
    labelNames: ["part"],
    registers: [registry],
    async collect() {
      const found = await figures();
      if (found === null) this.reset();
      else this.set({ part: "data" }, found.databaseBytes);
      if (databaseFile !== null) this.set({ part: "log" }, await sizeOf(`${databaseFile}-wal`));
    },
  });
  new Gauge({
    name: "tidemark_disk_free_bytes",
    help: "Free bytes on the disks that the server writes to, by content.",
    labelNames: ["place"],
    registers: [registry],
    async collect() {
      await services.disk.look();
      for (const { name, bytes } of services.disk.free()) this.set({ place: name }, bytes);
    },
  });
}

/** Reads at most once in `countedForMs`; null if the last read failed. */
function cached<T>(read: () => Promise<T>): () => Promise<T | null> {
  let untilMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<T | null> = Promise.resolve(null);
  return () => {
    if (performance.now() >= untilMs) {
      untilMs = performance.now() + countedForMs;
      reading = read().catch(() => null);
    }
    return reading;
  };
}

function readFigures({ database, holder, nowMs }: Services): Promise<Figures> {
  return database.read(async ({ commonClock, deliveries, figures, meta }) => {
    const now = nowMs();
    const aheadMs = await commonClock.aheadMs();
    const dueMs = await deliveries.nextDueMs(holder, aheadMs);
    return {
      ...(await figures.counts(now)),
      isRemovalPaused: (await findClockDoubt(meta, now)) !== null,
      commonClockAheadMs: aheadMs,
      oldestDeliveryMs: dueMs === null ? 0 : Math.max(0, now - dueMs),
    };
  });
}

/** Returns the size of a file in bytes, or 0 if there is none. */
async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found?.size ?? 0;
}
