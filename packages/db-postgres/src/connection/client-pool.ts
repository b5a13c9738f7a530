import { LostConnectionError } from "@tidemark/db";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { cutClient } from "./end-client.ts";
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
  /** Has every connection of now replaced: at once where nobody has it, otherwise when it is given back. */
  retire(): void;
  /** Ends those at once that are to be replaced and are still lent: what runs on them rejects. */
  endRetired(): void;
  /** Ends every connection as it stands: what runs rejects, and so does whoever asks from now on. */
  cut(): void;
  /** Resolves once every connection is closed. Nothing may be lent any more. */
  close(): Promise<void>;
}

/** How long a connection may take to say goodbye. Milliseconds. */
const goodbyeMs = 500;

/**
 * `onLost` is told of connections that were lost while nobody had them, `onOpen` of each before it is lent
 * for the first time.
 */
export function openPool(
  config: PoolConfig,
  onLost: (error: LostConnectionError) => void,
  onOpen: (client: PoolClient) => void = () => undefined,
): ClientPool {
  /** Each from its first try to connect until its socket is closed. */
  const open = new Set<Client>();
  /** Those of them that somebody has, or could have. */
  const connected = new Set<Client>();
  const lent = new Set<Client>();
  /** They are not lent again. */
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
    // Where they cannot be set the connection is gone, and with it what was asked behind them.
    sendSettings(client).catch(() => undefined);
    onOpen(client);
  });
  pool.on("error", (error, client) => {
    if (isClosing || isCut || retired.has(client)) return;
    onLost(new LostConnectionError("an idle connection to the database was lost", error));
  });

  const isGone = (client: Client): boolean =>
    retired.has(client) || client.connection.stream.destroyed;

  /** One that is there, as far as can be seen. */
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
      // One that is lost while it is lent tells nobody else.
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
      // One whose other end fell silent would never say that it has closed.
      const late = setTimeout(() => open.forEach(cutClient), goodbyeMs);
      try {
        await pool.end();
        // The pool is done with them before they are closed.
        if (open.size > 0) await promise;
      } finally {
        clearTimeout(late);
      }
    },
  };
}
