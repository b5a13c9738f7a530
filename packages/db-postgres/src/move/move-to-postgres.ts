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

/** A table as it stands on both sides. */
export interface ComparedTable {
  readonly name: string;
  readonly rows: number;
  /** Digests of its rows: the sum of their SHA-256, 64 digits. */
  readonly source: string;
  readonly target: string;
}

export interface MovedRows {
  readonly tables: readonly ComparedTable[];
  /** U+0000 in texts, in whose places U+FFFD stands now. */
  readonly nuls: number;
}

/** How far a move is; `rows` of `of` where it is with rows. */
export interface MoveProgress {
  readonly stage: "copying" | "indexing" | "comparing";
  readonly rows: number;
  readonly of: number;
}

/** A move whose target is its own until it is disposed. What is not finished is to be begun again. */
export interface Move extends AsyncDisposable {
  /** The target, without who asks and how they are let in. */
  readonly target: string;
  /** Which life of a server's database it is, which the move does not end. */
  readonly epoch: string;
  /** The SHA-256 of the content of every attachment. */
  contents(): readonly string[];
  /**
   * Copies every row that a server has and compares what came with what was read. Rejects with a
   * `MoveError` where the two differ.
   */
  copyRows(onProgress: (progress: MoveProgress) => void): Promise<MovedRows>;
  /**
   * From then on servers may start on the target. Where it rejects they may not, unless it is with an
   * `UnknownOutcomeError`: then nobody can say.
   */
  finish(): Promise<void>;
}

export interface MoveOptions {
  readonly source: MoveSource;
  /** As for `openPostgres`. */
  readonly url: string;
  /** How often the connection that ends the move says something, for firewalls. Milliseconds. */
  readonly aliveMs?: number;
}

/** A move that cannot go on. The target is to be given to another try, or dropped. */
export class MoveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MoveError";
  }
}

/** The end of a move was asked for, and the database does not say whether it came. */
export class UnknownOutcomeError extends MoveError {
  constructor(target: string, cause: unknown) {
    super(
      `it is not known whether the move has finished, because ${target} isn't responding; run it again: it either resumes, or reports that the database isn't empty, which means it has finished`,
      { cause },
    );
    this.name = "UnknownOutcomeError";
  }
}

/** What a target is called in messages: by its place alone. Throws `OpenDatabaseError`. */
export function moveTargetInWords(url: string): string {
  const [config] = waysToConnect(url);
  return config === undefined ? "" : databaseInWords(config);
}

/**
 * Begins to move a server's database from a file into an empty one in PostgreSQL. Throws
 * `OpenDatabaseError` where that is not as it must be; then it is as it was.
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
  // It has nothing to say while files are copied, for hours maybe.
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
  // What it answers where a statement has failed.
  if (command !== "COMMIT") throw new MoveError("the move could not be finished and was undone");
}

/**
 * Whether a move has ended although the connection that ended it has failed: it may have been lost with the
 * answer. Throws `UnknownOutcomeError` where that cannot be found out.
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
    // It may still be at work, for a client that it does not know to be gone.
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
  // Other processors of the database's machine make the indexes while this one's adds up.
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

/** Indexes side by side, then the references, which ask some of them. */
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

/** Rejects with a `MoveError` in place of what the driver says, and with a fault of the database as it is. */
async function explaining<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await namingPostgresFaults(work);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const where = error.table === undefined ? "" : ` (${error.table})`;
    throw new MoveError(`${what}: ${error.message}${where}`, { cause: error });
  }
}
