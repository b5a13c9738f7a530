import { LostConnectionError } from "../../dialect/lost-connection.ts";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { sendSettings } from "./session-settings.ts";

/** A few connections, lent one at a time. */
export interface ClientPool {
  /**
   * Waits for one that is free; one that was lost is replaced, and so is one that comes back within a
   * transaction: whoever had it next would be in there too. `endsLater`: what ends the transaction was
   * sent, and is answered when the connection may be somebody else's.
   */
  lend<T>(
    work: (client: PoolClient) => Promise<T>,
    options?: { readonly endsLater?: boolean },
  ): Promise<T>;
  /** Resolves once every connection is closed. Nothing may be lent any more. */
  close(): Promise<void>;
}

/**
 * `onLost` is told of connections that were lost while nobody had them, `onOpen` of each before it is lent
 * for the first time.
 */
export function openPool(
  config: PoolConfig,
  onLost: (error: LostConnectionError) => void,
  onOpen: () => void = () => undefined,
): ClientPool {
  const pool = new Pool(config);
  const open = new Set<PoolClient>();
  let allClosed: (() => void) | undefined;
  pool.on("connect", (client) => {
    open.add(client);
    // Where they cannot be set the connection is gone, and with it what was asked behind them.
    sendSettings(client).catch(() => undefined);
    onOpen();
  });
  pool.on("remove", (client) => {
    open.delete(client);
    if (open.size === 0) allClosed?.();
  });
  pool.on("error", (error) => {
    if (allClosed !== undefined) return;
    onLost(new LostConnectionError("a connection to the database was lost while it rested", error));
  });
  return {
    async lend(work, { endsLater = false } = {}) {
      const client = await pool.connect();
      let lost: Error | undefined;
      const note = (error: Error): void => {
        lost = error;
      };
      // One that is lost while it is lent tells nobody else.
      client.on("error", note);
      try {
        return await work(client);
      } finally {
        client.off("error", note);
        const isIdle = endsLater || client.getTransactionStatus() === "I";
        client.release(lost ?? !isIdle);
      }
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      allClosed = resolve;
      await pool.end();
      // The pool is done with them before they are closed.
      if (open.size > 0) await promise;
    },
  };
}
