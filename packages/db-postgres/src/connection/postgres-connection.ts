import { Kysely, PostgresAdapter, PostgresQueryCompiler } from "kysely";
import type { Client, PoolClient, QueryResult } from "pg";
import {
  queryDirectly,
  type BeforeStatement,
  type SqlValue,
  type Tables,
} from "@tidemark/db/engine";
import { postgresDialect } from "./postgres-dialect.ts";
import { statementName } from "./statement-names.ts";
import { statementText } from "./statement-text.ts";

/**
 * One connection to PostgreSQL. Statements are pipelined: sent without waiting for earlier answers, and run
 * in order.
 */
export interface PostgresConnection {
  readonly kysely: Kysely<Tables>;
  /** Runs a statement in PostgreSQL's syntax (`$1`). */
  query(text: string, values?: readonly unknown[]): Promise<Answer>;
  /** Sends a statement without waiting; `settle` waits. `onAnswer` is called with its answer. */
  send(text: string, values?: readonly unknown[], onAnswer?: (answer: Answer) => void): void;
  /** Waits for the answers of everything sent. Rejects with the first error. */
  settle(): Promise<void>;
  /** Returns whether a transaction is open and nothing in it has failed. */
  isOpen(): boolean;
}

/** Result of a statement. */
export type Answer = Pick<QueryResult<object>, "rows" | "rowCount" | "command">;

/** Creates a connection; `beforeStatement` may throw to fail a statement. */
export function createPostgresConnection(
  client: Client | PoolClient,
  beforeStatement?: BeforeStatement,
): PostgresConnection {
  const ofClient = queryOver(client);
  const query: PostgresConnection["query"] = (text, values) => {
    beforeStatement?.(text);
    return ofClient(text, values);
  };
  let sent: Promise<unknown>[] = [];
  const send: PostgresConnection["send"] = (text, values, onAnswer) => {
    const answer = query(text, values).then(onAnswer);
    // `settle` rejects with the error.
    answer.catch(() => undefined);
    sent.push(answer);
  };
  const settle = async (): Promise<void> => {
    const answers = sent;
    sent = [];
    await Promise.all(answers);
  };
  const kysely = kyselyOver(query);
  const ask = (sql: string, values: readonly SqlValue[]): Promise<Answer> =>
    query(statementText(sql), values);
  queryDirectly(kysely, {
    dialect: postgresDialect,
    selectAll: async (sql, values) => (await ask(sql, values)).rows,
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
    send: (sql, values) => send(statementText(sql), values),
    insert: async (sql, values) => {
      const { rows } = await ask(`${sql} RETURNING pk`, values);
      const [row] = rows as readonly { readonly pk: number }[];
      if (row === undefined) throw new Error("an insert gave no row");
      return row.pk;
    },
  });
  return { kysely, query, send, settle, isOpen: () => client.getTransactionStatus() === "T" };
}

/** Returns `PostgresConnection.query` of a client. */
export function queryOver(client: Client | PoolClient): PostgresConnection["query"] {
  return (text, values = []) => {
    const name = statementName(text);
    return client.query<object>({ text, values: [...values], ...(name !== null && { name }) });
  };
}

/** Returns a query builder for the connection. The caller manages transactions. */
function kyselyOver(query: PostgresConnection["query"]): Kysely<Tables> {
  const refuse = async (): Promise<never> => {
    throw new Error("a transaction is begun by the database, not by a store");
  };
  const connection = {
    executeQuery: async <Row>({
      sql,
      parameters,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) => {
      const { rows, rowCount } = await query(sql, parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: () => {
      throw new Error("rows are not streamed");
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: () => {
        throw new Error("the schema is known");
      },
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: async () => {},
      }),
    },
  });
}
