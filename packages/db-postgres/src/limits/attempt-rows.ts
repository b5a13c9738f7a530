import { type AttemptLimit, type AttemptLimiter, StorageError } from "@tidemark/core";
import type { Ask, LimitClients } from "./limit-clients.ts";
import { limitKey } from "./limit-key.ts";
import { nowMs } from "./now-ms.ts";

/** Locks the rows of keys, in a fixed order to avoid deadlocks, and creates missing ones. */
const lockRows = `
INSERT INTO attempt AS row (key, tries, ends_ms)
SELECT key, '{}', 0 FROM unnest($1::bytea[]) AS key ORDER BY key
ON CONFLICT (key) DO UPDATE SET ends_ms = row.ends_ms
RETURNING key, (SELECT json_agg(at ORDER BY at) FROM unnest(row.tries) AS at) AS tries,
  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms`;

const writeRow = "UPDATE attempt SET tries = $2::bigint[], ends_ms = $3::bigint WHERE key = $1";

const releaseOne = `
UPDATE attempt SET tries = tries[:cardinality(tries) - 1]
WHERE key = $1 AND cardinality(tries) > 0 AND ends_ms > ${nowMs}`;

interface Row {
  readonly key: Uint8Array;
  /** Times of attempts, oldest first. */
  readonly tries: readonly number[] | null;
  readonly now_ms: number;
}

/**
 * Limits attempts in a sliding window, with a row of times for each key. Attempts are few, so no blocks are
 * leased.
 */
export function createAttemptRows(clients: LimitClients, windowMs: number): AttemptLimiter {
  return {
    take: (limits) =>
      clients.alone(async (ask) => {
        try {
          return await takeWithin(ask, limits, windowMs);
        } catch (error) {
          // A lost connection has nothing to roll back.
          await ask("ROLLBACK").catch(() => undefined);
          throw error;
        }
      }),
    async giveBack(limits) {
      // Each in its own transaction: none holds one row while waiting for another.
      const taken = limits.map(({ key }) => clients.together(releaseOne, [limitKey(key)]));
      await Promise.all(taken).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
      });
    },
  };
}

async function takeWithin(
  ask: Ask,
  limits: readonly AttemptLimit[],
  windowMs: number,
): Promise<number> {
  const begun = ask("BEGIN ISOLATION LEVEL READ COMMITTED");
  const keys = limits.map(({ key }) => limitKey(key));
  const locked = ask(lockRows, [keys]);
  await Promise.all([begun, locked]);
  const rows = (await locked).rows as readonly Row[];
  let waitMs = 0;
  const writes: [key: Buffer, tries: readonly number[], endsMs: number][] = [];
  for (const [at, { max }] of limits.entries()) {
    const key = keys[at];
    const row = rows.find((each) => key?.equals(each.key) === true);
    if (key === undefined || row === undefined) throw new Error("a key of tries gave no row");
    const tries = (row.tries ?? []).filter((triedMs) => triedMs > row.now_ms - windowMs);
    const oldest = tries[tries.length - max];
    if (oldest !== undefined) waitMs = Math.max(waitMs, oldest + windowMs - row.now_ms);
    writes.push([key, [...tries, row.now_ms], row.now_ms + windowMs]);
  }
  if (waitMs > 0) {
    await ask("ROLLBACK");
    return waitMs;
  }
  await Promise.all([...writes.map((values) => ask(writeRow, values)), ask("COMMIT")]);
  return 0;
}
