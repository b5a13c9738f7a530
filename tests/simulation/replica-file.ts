// oxlint-disable-next-line no-restricted-imports -- opens databases in memory from their content
import Sqlite from "better-sqlite3";
import type { AllStores, AllWriteStores } from "../../packages/db/tests/all-stores.ts";
import type { MemoRecord } from "@tidemark/core/model";
import type { KyselyPlugin, Selectable } from "kysely";
import { connectionTo } from "../../packages/db/src/dialect/node/open-connection.ts";
import type { SqliteConnection } from "../../packages/db/src/dialect/sqlite-connection.ts";
import { inSavepoint } from "../../packages/db/src/dialect/transaction.ts";
import { migrate } from "../../packages/db/src/schema/migrate.ts";
import { migrations } from "../../packages/db/src/schema/migrations/index.ts";
import type { MemoTable } from "../../packages/db/src/schema/memo-tables.ts";
import { columnsToMemo } from "../../packages/db/src/stores/shared/memo-columns.ts";
import { createWriteStores } from "../../packages/db/src/stores/stores.ts";
import { queryDirectly, connectionUnder } from "../../packages/db/src/sql/sql-text.ts";
import type { Life } from "./crash.ts";

type MemoColumns = Selectable<MemoTable>;

/**
 * Database of a simulated replica: the real schema and stores over real SQLite, in memory. It outlives the
 * processes that open it.
 */
export interface ReplicaFile {
  /** Opens the database for a process. Its unfinished transaction is rolled back when it ends. */
  open(life: Life): AllStores;
  /** Stores for checks: they see everything committed, and no crash ends them. */
  readonly peek: AllStores;
  /** Returns all memos by id. Cached until the next write; an unchanged memo stays the same object. */
  memos(): ReadonlyMap<string, MemoRecord>;
  all<Row>(sql: string): Row[];
  /** Returns a number that changes with every write. */
  version(): number;
  /** Copies the data to a new database. */
  copy(): ReplicaFile;
  close(): void;
}

/** All databases of a run. */
export interface FileRoom extends Disposable {
  create(): ReplicaFile;
}

/** Empty database of the current schema, cached: migrating costs more than most schedules write. */
let newest: Buffer | null = null;

export function createFileRoom(): FileRoom {
  const open: ReplicaFile[] = [];
  const openWith = (content: Buffer): ReplicaFile => {
    const file = openReplicaFile(content, openWith);
    open.push(file);
    return file;
  };
  return {
    create: () => openWith((newest ??= migrateEmpty())),
    [Symbol.dispose]() {
      for (const file of open) file.close();
    },
  };
}

function migrateEmpty(): Buffer {
  const driver = new Sqlite(":memory:");
  migrate(connectionTo(driver, {}), migrations, () => {});
  const content = driver.serialize();
  driver.close();
  return content;
}

function openReplicaFile(content: Buffer, openCopy: (content: Buffer) => ReplicaFile): ReplicaFile {
  let isVersionKnown = false;
  const driver = new Sqlite(content);
  const connection = connectionTo(driver, {
    beforeStatement: (sql) => {
      if (!isRead(sql)) isVersionKnown = false;
    },
  });
  const peekStores: AllWriteStores = { ...createWriteStores(connection), savepoint: noSavepoint };
  let seen = -1;
  let rows = new Map<string, MemoColumns>();
  let memos: ReadonlyMap<string, MemoRecord> = new Map();
  let known = 0;
  const version = (): number => {
    if (isVersionKnown) return known;
    known = connection.all<{ n: number }>("SELECT total_changes() AS n")[0]?.n ?? 0;
    isVersionKnown = true;
    return known;
  };
  return {
    open: (life) => openProcess(connection, life),
    peek: {
      read: (work) => work(peekStores),
      write: (work) => work(peekStores),
      onCommit: () => () => {},
    },
    memos() {
      const now = version();
      if (now !== seen) {
        const found = connection.all<MemoColumns>("SELECT * FROM memo ORDER BY id");
        memos = new Map(
          found.map((row) => {
            const memo = memos.get(row.id);
            const isSame = memo !== undefined && sameColumns(rows.get(row.id), row);
            return [row.id, isSame ? memo : columnsToMemo(row)];
          }),
        );
        rows = new Map(found.map((row) => [row.id, row]));
        seen = now;
      }
      return memos;
    },
    all: (sql) => connection.all(sql),
    version,
    copy: () => openCopy(driver.serialize()),
    close: () => connection.close(),
  };
}

/** Returns true if a statement changes no row. Most statements do not, and counting changes costs a query. */
function isRead(sql: string): boolean {
  return /^(?:SELECT|BEGIN|COMMIT)/i.test(sql);
}

function sameColumns(a: MemoColumns | undefined, b: MemoColumns): boolean {
  if (a === undefined) return false;
  for (const name in b) {
    const column = name as keyof MemoColumns;
    if (a[column] !== b[column]) return false;
  }
  return true;
}

function noSavepoint(): never {
  throw new Error("a check changes nothing");
}

/**
 * Opens a database that runs transactions one at a time: a snapshot read beside a write is equivalent to
 * one of these orders.
 */
function openProcess(connection: SqliteConnection, life: Life): AllStores {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      life.statement();
      return Promise.resolve(result);
    },
  };
  const kysely = connection.kysely.withPlugin(plugin);
  const direct = connectionUnder(connection.kysely);
  const lived = <T>(answer: T): T => {
    life.statement();
    return answer;
  };
  queryDirectly(kysely, {
    dialect: direct.dialect,
    selectAll: (sql, parameters) => lived(direct.selectAll(sql, parameters)),
    run: (sql, parameters) => lived(direct.run(sql, parameters)),
    send: (sql, parameters) => lived(direct.send(sql, parameters)),
    insert: (sql, parameters) => lived(direct.insert(sql, parameters)),
  });
  const mortal: SqliteConnection = {
    ...connection,
    kysely,
    run(sql, parameters) {
      life.statement();
      connection.run(sql, parameters);
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = async <T>(begin: string, work: () => Promise<T>): Promise<T> => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    try {
      return await inTransaction(begin, work);
    } finally {
      resolve();
    }
  };
  const inTransaction = async <T>(begin: string, work: () => Promise<T>): Promise<T> => {
    mortal.run(begin);
    let isOpen = true;
    try {
      const result = await work();
      mortal.texts.flush();
      mortal.run("COMMIT");
      isOpen = false;
      mortal.effects.notify();
      // A process can end after a commit and before its caller learns of it.
      life.statement();
      return result;
    } catch (error) {
      if (isOpen) connection.run("ROLLBACK");
      mortal.effects.drop();
      throw error;
    } finally {
      mortal.texts.clear();
    }
  };
  const stores: AllWriteStores = {
    ...createWriteStores(mortal),
    savepoint: (nested) => inSavepoint(mortal, nested),
  };
  return {
    read: (work) => enqueue("BEGIN", () => work(stores)),
    write: (work) => enqueue("BEGIN IMMEDIATE", () => work(stores)),
    onCommit: (listener) => mortal.effects.listen(listener),
  };
}
