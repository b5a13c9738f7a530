import { randomUUID } from "node:crypto";
import { DatabaseError, type ClientConfig } from "pg";
import { OpenDatabaseError } from "@tidemark/db";
import { migrations } from "@tidemark/db/engine";
import type { MoveSource } from "@tidemark/db/node";
import { databaseInWords, waysToConnect } from "../connection/postgres-config.ts";
import { namingPostgresFaults } from "../connection/postgres-error.ts";
import { preparePostgres } from "../prepare-postgres.ts";
import { findUnfinishedMove, markMove, unmarkMove } from "../schema/unfinished-move.ts";
import { postgresTables, sqliteTables } from "./catalogue.ts";
import { claimTarget, endLeftConnections, lockTarget } from "./claim-target.ts";
import { relationsIn } from "../schema/relations.ts";
import { type CopiedTable, copyTable, selectRows } from "./copy-table.ts";
import { type LateSchema, takeLateSchema } from "./late-schema.ts";
import { type MoveConnection, openMoveConnection } from "./move-connection.ts";
import { type MovedTable, movedTables, quoted } from "./moved-tables.ts";
import { rowText } from "./row-text.ts";
import { createTableDigest } from "./table-digest.ts";

/** A table compared on both sides. */
export interface ComparedTable {
  readonly name: string;
  readonly rows: number;
  /** Digests of its rows: the sum of their SHA-256, 64 digits. */
  readonly source: string;
  readonly target: string;
}

export interface MovedRows {
  readonly tables: readonly ComparedTable[];
  /** Number of U+0000 in texts, which were replaced by U+FFFD. */
  readonly nuls: number;
}

/** Progress of a move; `rows` of `of` while rows are processed. */
export interface MoveProgress {
  readonly stage: "copying" | "indexing" | "comparing";
  readonly rows: number;
  readonly of: number;
}

/**
 * A running move, which has its target locked until it is disposed. An unfinished move must be started again.
 */
export interface Move extends AsyncDisposable {
  /** The target without user and password. */
  readonly target: string;
  /** Epoch of the server's database, which the move doesn't change. */
  readonly epoch: string;
  /** Returns the SHA-256 of the content of every attachment. */
  contents(): readonly string[];
  /**
   * Copies all rows of a server and compares source and target. Rejects with a `MoveError` if they differ.
   */
  copyRows(onProgress: (progress: MoveProgress) => void): Promise<MovedRows>;
  /**
   * Lets servers start on the target. If it rejects they may not, except with an `UnknownOutcomeError`: then
   * the outcome is unknown.
   */
  finish(): Promise<void>;
}

export interface MoveOptions {
  readonly source: MoveSource;
  /** As for `openPostgres`. */
  readonly url: string;
  /**
   * Interval of keep-alive statements on the connection that ends the move, for firewalls, in milliseconds.
   */
  readonly aliveMs?: number;
}

/** Thrown if a move can't continue. Run it again on the target, or drop the target. */
export class MoveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MoveError";
  }
}

/** Thrown if the move was committed but the database didn't confirm it. */
export class UnknownOutcomeError extends MoveError {
  constructor(target: string, cause: unknown) {
    super(
      `it is not known whether the move has finished, because ${target} isn't responding; run it again: it either resumes, or reports that the database isn't empty, which means it has finished`,
      { cause },
    );
    this.name = "UnknownOutcomeError";
  }
}

/** Returns the name of a target in messages: host, port and database only. Throws `OpenDatabaseError`. */
export function moveTargetInWords(url: string): string {
  const [config] = waysToConnect(url);
  return config === undefined ? "" : databaseInWords(config);
}

/**
 * Begins to move a server's database from a file into an empty PostgreSQL database. Throws
 * `OpenDatabaseError` and changes nothing if the target isn't suitable.
 */
export async function beginMove({ source, url, aliveMs = 60_000 }: MoveOptions): Promise<Move> {
  await using resources = new AsyncDisposableStack();
  const mark = { source: source.epoch, run: randomUUID() };
  const config = await preparePostgres(url, migrations, {
    claim: (connection, name) => claimTarget(connection, name, mark),
  });
  const target = databaseInWords(config);
  const keeper = resources.use(await openMoveConnection(config));
  await keeper.query("SET synchronous_commit = on");
  await keeper.query("BEGIN");
  await lockTarget(keeper, target);
  if ((await findUnfinishedMove(keeper))?.run !== mark.run) {
    throw new OpenDatabaseError("unsuitable", target, "another move into it is running");
  }
  // The connection is idle while files are copied, possibly for hours.
  const alive = setInterval(() => void keeper.query("SELECT 1").catch(() => undefined), aliveMs);
  resources.defer(() => clearInterval(alive));
  const worker = resources.use(await openMoveConnection(config));
  const made = (await relationsIn(worker)).map(({ name }) => name);
  await markMove(worker, { ...mark, made });
  const held = resources.move();
  return {
    target,
    epoch: source.epoch,
    contents: () =>
      source.connection
        .all<{ readonly sha256: string }>("SELECT DISTINCT sha256 FROM blob_in_use ORDER BY sha256")
        .map(({ sha256 }) => sha256),
    copyRows: (onProgress) =>
      explaining(copyAll({ source, worker, config, onProgress }), "the rows cannot be moved"),
    finish: async () => {
      clearInterval(alive);
      try {
        await explaining(endMove(keeper), "the move could not be finished");
      } catch (error) {
        if (!(await hasEnded({ config, target, cause: error }))) throw error;
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function endMove(keeper: MoveConnection): Promise<void> {
  await unmarkMove(keeper);
  const { command } = await keeper.query("COMMIT");
  // The answer is ROLLBACK if a statement has failed.
  if (command !== "COMMIT") throw new MoveError("the move could not be finished and was undone");
}

/**
 * Returns whether a move was committed although its connection failed, which may have lost only the answer.
 * Throws `UnknownOutcomeError` if that can't be determined.
 */
async function hasEnded({
  config,
  target,
  cause,
}: {
  readonly config: ClientConfig;
  readonly target: string;
  readonly cause: unknown;
}): Promise<boolean> {
  try {
    await using looker = await openMoveConnection(config);
    await looker.query("BEGIN");
    // The database may still be running the commit for the lost client.
    await endLeftConnections(looker);
    await lockTarget(looker, target);
    return (await findUnfinishedMove(looker)) === null;
  } catch {
    throw new UnknownOutcomeError(target, cause);
  }
}

async function copyAll({
  source,
  worker,
  config,
  onProgress,
}: {
  readonly source: MoveSource;
  readonly worker: MoveConnection;
  readonly config: ClientConfig;
  readonly onProgress: (progress: MoveProgress) => void;
}): Promise<MovedRows> {
  const { connection } = source;
  const tables = movedTables(sqliteTables(connection), await postgresTables(worker));
  const of = countRows(source, tables);
  const late = await takeLateSchema(worker);
  const copied = new Map<MovedTable, CopiedTable>();
  let before = 0;
  for (const table of tables) {
    const onRows = (rows: number): void =>
      onProgress({ stage: "copying", rows: before + rows, of });
    const copy = await copyTable(connection, worker, table, onRows);
    copied.set(table, copy);
    before += copy.rows;
  }
  onProgress({ stage: "indexing", rows: 0, of });
  const compare = async (): Promise<ComparedTable[]> => {
    await using reader = await openMoveConnection({ ...config, pipeline: false });
    return await compareTables(reader, copied, (rows) =>
      onProgress({ stage: "comparing", rows, of }),
    );
  };
  // Other CPUs of the database server build the indexes while this process computes digests.
  const [compared] = await Promise.all([compare(), makeLateSchema(config, late)]);
  const known = tables.map(({ name }) => quoted(name)).filter((name) => name !== '"meta"');
  await worker.query(`VACUUM (ANALYZE) ${[...known, "memo_text"].join(", ")}`);
  const wrong = compared.filter((table) => table.source !== table.target);
  if (wrong.length > 0) {
    const names = wrong.map(({ name }) => name).join(", ");
    throw new MoveError(`what came differs from what was read: ${names}`);
  }
  let nuls = 0;
  for (const copy of copied.values()) nuls += copy.nuls;
  return { tables: compared, nuls };
}

function countRows({ connection }: MoveSource, tables: readonly MovedTable[]): number {
  let rows = 0;
  for (const { name, where } of tables) {
    const [counted] = connection.all<{ readonly rows: number }>(
      `SELECT count(*) AS rows FROM ${quoted(name)} WHERE ${where}`,
    );
    rows += counted?.rows ?? 0;
  }
  return rows;
}

async function compareTables(
  reader: MoveConnection,
  copied: ReadonlyMap<MovedTable, CopiedTable>,
  onRows: (rows: number) => void,
): Promise<ComparedTable[]> {
  const compared: ComparedTable[] = [];
  let before = 0;
  for (const [table, copy] of copied) {
    const digest = createTableDigest();
    await reader.stream(selectRows(table), (row) => {
      digest.add(rowText(row).json);
      if (digest.rows % 1000 === 0) onRows(before + digest.rows);
    });
    before += digest.rows;
    onRows(before);
    const { name } = table;
    compared.push({ name, rows: digest.rows, source: copy.digest, target: digest.hex() });
  }
  return compared;
}

const indexMakers = 3;

/** Creates the indexes in parallel, then the references, which use some of them. */
async function makeLateSchema(config: ClientConfig, late: LateSchema): Promise<void> {
  const left = [...late.indexes];
  const makeSome = async (): Promise<void> => {
    await using maker = await openMoveConnection(config);
    for (let next = left.shift(); next !== undefined; next = left.shift()) await maker.query(next);
  };
  await Promise.all(Array.from({ length: indexMakers }, makeSome));
  await using maker = await openMoveConnection(config);
  for (const reference of late.references) await maker.query(reference);
}

/** Rejects with a `MoveError` instead of the driver's error; a database error is passed on. */
async function explaining<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await namingPostgresFaults(work);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const where = error.table === undefined ? "" : ` (${error.table})`;
    throw new MoveError(`${what}: ${error.message}${where}`, { cause: error });
  }
}
