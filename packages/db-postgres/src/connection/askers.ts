import type { Client, PoolConfig } from "pg";
import { type ClientPool, openPool } from "./client-pool.ts";
import { askMs } from "./postgres-config.ts";
import { type PostgresConnection, queryOver } from "./postgres-connection.ts";
import { isSilence, namingPostgresFaults } from "./postgres-error.ts";

/** Connections for what takes milliseconds and waits for no list and no write. */
export interface Askers {
  readonly pool: ClientPool;
  /**
   * Runs statements outside transactions, each answered within `askMs`. Rejects with a `StorageError` where
   * the database is to blame.
   */
  ask<T>(work: (query: PostgresConnection["query"]) => Promise<T>): Promise<T>;
}

/**
 * Opens them. A connection whose other end has fallen silent says nothing of it, and what it was asked may
 * take long for good reasons: nothing asked here has one. Where no answer comes, whatever connections
 * there are in `others` are not lent any more; once a new one is answered, those that are lent still are
 * of a host that is gone, and end.
 */
export function openAskers(
  config: PoolConfig,
  onLost: (error: Error) => void,
  others: readonly ClientPool[],
): Askers {
  /** Opened since the last time that no answer came. */
  let fresh = new WeakSet<Client>();
  let isSilent = false;
  const pool = openPool(
    // Kept for good: those that were opened before the host was lost show that it was.
    {
      ...config,
      max: 2,
      idleTimeoutMillis: 0,
      query_timeout: askMs,
      connectionTimeoutMillis: askMs,
    },
    onLost,
    (client) => fresh.add(client),
  );

  function noteSilence(): void {
    isSilent = true;
    fresh = new WeakSet();
    for (const each of [pool, ...others]) each.retire();
  }
  function noteAnswer(client: Client): void {
    if (!isSilent || !fresh.has(client)) return;
    isSilent = false;
    for (const each of [pool, ...others]) each.endRetired();
  }

  async function asking<T>(work: (query: PostgresConnection["query"]) => Promise<T>): Promise<T> {
    try {
      return await pool.lend(async (client) => {
        const answer = await work(queryOver(client));
        noteAnswer(client);
        return answer;
      });
    } catch (error) {
      if (isSilence(error)) noteSilence();
      throw error;
    }
  }
  return { pool, ask: (work) => namingPostgresFaults(asking(work)) };
}
