import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AllStores } from "../../packages/db/tests/all-stores.ts";
import type { MemoRecord } from "@tidemark/core/model";
import type { KyselyPlugin, Selectable } from "kysely";
import { openSqliteConnection } from "../../packages/db/src/dialect/node/open-connection.ts";
import type { SqliteConnection } from "../../packages/db/src/dialect/sqlite-connection.ts";
import { inSavepoint } from "../../packages/db/src/dialect/transaction.ts";
import { migrate } from "../../packages/db/src/schema/migrate.ts";
import { migrations } from "../../packages/db/src/schema/migrations/index.ts";
import type { MemoTable } from "../../packages/db/src/schema/memo-tables.ts";
import { columnsToMemo } from "../../packages/db/src/stores/shared/memo-columns.ts";
import { createWriteStores } from "../../packages/db/src/stores/stores.ts";
import { queryDirectly, connectionUnder } from "../../packages/db/src/sql/sql-text.ts";
import type { Life } from "./crash.ts";

/**
 * Database file of a simulated replica: the real schema and stores over real SQLite, without syncing to
 * disk. It outlives the processes that open it.
 */
export interface ReplicaFile {
  /** Opens the database for a process. Its unfinished transaction is rolled back when it ends. */
  open(life: Life): AllStores;
  /** Stores for checks: they see everything committed, and no crash ends them. */
  readonly peek: AllStores;
  /** Returns all memos by id. Cached until the next write. */
  memos(): ReadonlyMap<string, MemoRecord>;
  all<Row>(sql: string): Row[];
  /** Returns a number that changes with every write. */
  version(): number;
  /** Copies the committed data to a new file. */
  copy(): ReplicaFile;
  close(): void;
}

/** Temporary folder with all files of a run. */
export interface FileRoom extends Disposable {
  create(): ReplicaFile;
}

/** Empty database of the current schema, cached: migrating costs more than most schedules write. */
let newest: Buffer | null = null;

export function createFileRoom(): FileRoom {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-simulation-"));
  const open: ReplicaFile[] = [];
  let last = 0;
  const place = (): string => join(dir, `${(last += 1)}.db`);
  const openAt = (path: string): ReplicaFile => {
    const file = openReplicaFile(path, (source) => {
      const target = place();
      copyFileSync(source, target);
      return openAt(target);
    });
    open.push(file);
    return file;
  };
  return {
    create() {
      const path = place();
      if (newest === null) {
        const connection = openFast(path);
        migrate(connection, migrations, () => {});
        connection.close();
        newest = readFileSync(path);
      } else {
        writeFileSync(path, newest);
      }
      return openAt(path);
    },
    [Symbol.dispose]() {
      for (const file of open) file.close();
      rmSync(dir, { recursive: true });
    },
  };
}

function openFast(path: string): SqliteConnection {
  const connection = openSqliteConnection({ file: path, readonly: false });
  connection.exec(
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE",
  );
  return connection;
}

function openReplicaFile(path: string, copyFrom: (path: string) => ReplicaFile): ReplicaFile {
  const connection = openFast(path);
  const peekStores = { ...createWriteStores(connection), savepoint: noSavepoint };
  let seen = -1;
  let memos: ReadonlyMap<string, MemoRecord> = new Map();
  const version = (): number =>
    connection.all<{ n: number }>("SELECT total_changes() AS n")[0]?.n ?? 0;
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
        const rows = connection.all<Selectable<MemoTable>>("SELECT * FROM memo ORDER BY id");
        memos = new Map(rows.map((row) => [row.id, columnsToMemo(row)]));
        seen = now;
      }
      return memos;
    },
    all: (sql) => connection.all(sql),
    version,
    copy: () => copyFrom(path),
    close: () => connection.close(),
  };
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
  return {
    read: (work) => enqueue("BEGIN", () => work(createWriteStores(mortal))),
    write: (work) =>
      enqueue("BEGIN IMMEDIATE", () =>
        work({
          ...createWriteStores(mortal),
          savepoint: (nested) => inSavepoint(mortal, nested),
        }),
      ),
    onCommit: (listener) => mortal.effects.listen(listener),
  };
}
