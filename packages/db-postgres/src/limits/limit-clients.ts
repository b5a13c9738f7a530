import type { PoolClient, PoolConfig } from "pg";
import { openPool } from "../connection/client-pool.ts";
import type { Answer } from "../connection/postgres-connection.ts";
import { namingPostgresFaults } from "../connection/postgres-error.ts";
import { statementName } from "../connection/statement-names.ts";

/** Runs a statement in PostgreSQL's syntax. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<Answer>;

/**
 * Connections for limits only, so counting a request never waits for slow reads or for queued writes. A call
 * without an answer in two seconds fails and its connection is ended. Rejects with a `StorageError` if the
 * database is at fault.
 */
export interface LimitClients {
  /** Lends a connection, for a transaction. */
  alone<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** Sends one statement in a batch with others called meanwhile, each its own transaction. */
  together: Ask;
  /** Ends every connection at once. */
  cut(): void;
  close(): Promise<void>;
}

const deadlineMs = 2000;
const maxClients = 3;
/** Maximum number of statements sent before the first is answered. */
const maxTogether = 200;

interface Waiting {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens the connections. `onLost` is called for idle connections that are lost. */
export function openLimitClients(config: PoolConfig, onLost: (error: Error) => void): LimitClients {
  const pool = openPool(
    { ...config, max: maxClients, connectionTimeoutMillis: deadlineMs },
    onLost,
  );
  const alone: LimitClients["alone"] = (work) =>
    namingPostgresFaults(pool.lend((client) => inTime(client, work(askOver(client)))));

  const waiting: Waiting[] = [];
  let isSending = false;
  async function sendAll(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const sent = waiting.splice(0, maxTogether);
      const isAnswered = alone(async (ask) => {
        const answers = await Promise.allSettled(sent.map(({ text, values }) => ask(text, values)));
        for (const [at, answer] of answers.entries()) {
          if (answer.status === "fulfilled") sent[at]?.resolve(answer.value);
        }
        const failed = answers.find((answer) => answer.status === "rejected");
        if (failed !== undefined) throw failed.reason;
      });
      await isAnswered.catch((error: unknown) => {
        // Has no effect on statements already answered.
        for (const { reject } of sent) reject(error);
      });
    }
    isSending = false;
  }

  return {
    alone,
    together: (text, values = []) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.push({ text, values, resolve, reject });
      if (!isSending) void sendAll();
      return promise;
    },
    cut: () => pool.cut(),
    close: () => pool.close(),
  };
}

function askOver(client: PoolClient): Ask {
  return (text, values = []) => {
    const name = statementName(text);
    return client.query<object>({ text, values: [...values], ...(name !== null && { name }) });
  };
}

/** Ends the connection after the deadline, which makes its statements reject. */
async function inTime<T>(client: PoolClient, work: Promise<T>): Promise<T> {
  const late = setTimeout(() => client.connection.stream.destroy(), deadlineMs);
  try {
    return await work;
  } finally {
    clearTimeout(late);
  }
}
