import { LostConnectionError } from "@tidemark/db";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { cutClient } from "./end-client.ts";
import { sendSettings } from "./session-settings.ts";

/** Pool of a few connections, each lent to one caller at a time. */
export interface ClientPool {
  /**
   * Waits for a free connection. Replaces lost ones, and ones returned within a transaction, which the next
   * caller would otherwise share. `endsLater`: the end of the transaction was sent, but may be answered after
   * the connection is lent again.
   */
  lend<T>(
    work: (client: PoolClient) => Promise<T>,
    options?: { readonly endsLater?: boolean },
  ): Promise<T>;
  /**
   * Marks every current connection for replacement: at once if it is idle, otherwise when it is returned.
   */
  retire(): void;
  /** Ends retired connections that are still lent: work on them rejects. */
  endRetired(): void;
  /** Ends every connection at once: running work and later calls reject. */
  cut(): void;
  /** Resolves once every connection is closed. Nothing may be lent after the call. */
  close(): Promise<void>;
}

/** Time that connections have to close gracefully, in milliseconds. */
const goodbyeMs = 500;

/**
 * Opens a pool. `onLost` is called for idle connections that are lost, `onOpen` for each connection before it
 * is first lent.
 */
export function openPool(
  config: PoolConfig,
  onLost: (error: LostConnectionError) => void,
  onOpen: (client: PoolClient) => void = () => undefined,
): ClientPool {
  /** Clients from their first attempt to connect until their socket is closed. */
  const open = new Set<Client>();
  /** Connected clients, lent or idle. */
  const connected = new Set<Client>();
  const lent = new Set<Client>();
  /** Clients that must not be lent again. */
  const retired = new WeakSet<Client>();
  let isClosing = false;
  let isCut = false;
  let allClosed: (() => void) | undefined;

  class HeldClient extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args);
      open.add(this);
      this.once("end", () => {
        open.delete(this);
        connected.delete(this);
        if (open.size === 0) allClosed?.();
      });
    }
  }
  const pool = new Pool({ ...config, Client: HeldClient });
  pool.on("connect", (client) => {
    connected.add(client);
    // If the settings fail, the connection is closed and later statements on it reject.
    sendSettings(client).catch(() => undefined);
    onOpen(client);
  });
  pool.on("error", (error, client) => {
    if (isClosing || isCut || retired.has(client)) return;
    onLost(new LostConnectionError("an idle connection to the database was lost", error));
  });

  const isGone = (client: Client): boolean =>
    retired.has(client) || client.connection.stream.destroyed;

  /** Returns a connection that appears to be alive. */
  async function take(): Promise<PoolClient> {
    for (;;) {
      if (isCut) throw new Error("Connection terminated: the database is closed");
      const client = await pool.connect();
      if (!isGone(client)) return client;
      client.release(true);
    }
  }

  return {
    async lend(work, { endsLater = false } = {}) {
      const client = await take();
      lent.add(client);
      let lost: Error | undefined;
      const note = (error: Error): void => {
        lost = error;
      };
      // The pool doesn't report errors of lent connections.
      client.on("error", note);
      try {
        return await work(client);
      } finally {
        client.off("error", note);
        lent.delete(client);
        const isIdle = endsLater || client.getTransactionStatus() === "I";
        client.release(lost ?? (!isIdle || isGone(client)));
      }
    },
    retire() {
      for (const client of connected) {
        retired.add(client);
        if (!lent.has(client)) cutClient(client);
      }
    },
    endRetired() {
      for (const client of lent) if (retired.has(client)) cutClient(client);
    },
    cut() {
      isCut = true;
      for (const client of open) cutClient(client);
    },
    async close() {
      isClosing = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      allClosed = resolve;
      // A connection to a silent host would never report that it has closed.
      const late = setTimeout(() => open.forEach(cutClient), goodbyeMs);
      try {
        await pool.end();
        // The pool ends before its connections are closed.
        if (open.size > 0) await promise;
      } finally {
        clearTimeout(late);
      }
    },
  };
}
