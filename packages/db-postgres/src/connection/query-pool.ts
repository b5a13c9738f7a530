import type { Client, PoolConfig } from "pg";
import { type ClientPool, openPool } from "./client-pool.ts";
import { queryTimeoutMs } from "./postgres-config.ts";
import { type PostgresConnection, queryOver } from "./postgres-connection.ts";
import { isSilence, namingPostgresFaults } from "./postgres-error.ts";

/** Connections for statements of milliseconds, which never wait for a list or a write. */
export interface QueryPool {
  readonly pool: ClientPool;
  /**
   * Runs statements outside transactions, each answered within `queryTimeoutMs`. Rejects with a `StorageError` if the
   * database is at fault.
   */
  ask<T>(work: (query: PostgresConnection["query"]) => Promise<T>): Promise<T>;
}

/**
 * Opens a pool of quick connections. On other connections a late answer may be legitimate; here it means that
 * the host is silent. After a missing answer, the connections in `others` are retired. Once a new connection
 * is answered, those still lent belong to a lost host and are ended.
 */
export function openQueryPool(
  config: PoolConfig,
  onLost: (error: Error) => void,
  others: readonly ClientPool[],
): QueryPool {
  /** Connections opened since an answer was last missing. */
  let fresh = new WeakSet<Client>();
  let isSilent = false;
  const pool = openPool(
    // No idle timeout: connections from before the host was lost reveal that it was.
    {
      ...config,
      max: 2,
      idleTimeoutMillis: 0,
      query_timeout: queryTimeoutMs,
      connectionTimeoutMillis: queryTimeoutMs,
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
