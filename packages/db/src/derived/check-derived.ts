import { setImmediate } from "node:timers/promises";
import { err, ok, type Result } from "@tidemark/core";
import type { SqlConnection, SqlValue } from "../sql/connection.ts";
import { openSqliteConnection } from "../dialect/node/open-connection.ts";
import type { SqliteConnection } from "../dialect/sqlite-connection.ts";
import { countMemos } from "../memo-list/counts.ts";
import { findSchemaProblem, schemaVersion } from "../schema/migrate.ts";
import { migrations } from "../schema/migrations/index.ts";
import {
  type Digests,
  derivedColumns,
  derivedTagRows,
  indexedText,
  openReferenceIndexes,
  type ReferenceIndexes,
  type StoredMemo,
} from "./expected-rows.ts";
import { digestIndex, type TextIndexName } from "../text-index/index-digest.ts";
import { keptTextIndexes } from "../text-index/kept-indexes.ts";

/** Something stored that does not follow from the content of the memos. */
export interface DerivedDifference {
  /** Id of the memo; for what belongs to no memo, the row's number, or the user of a count. */
  readonly of: string;
  /** A column, `memo_tag`, a text index, `counts`, or `left over` for rows without a memo. */
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

export interface DerivedTally {
  /** Memos of which everything is right, and users whose counts are. */
  readonly passed: number;
  readonly failed: number;
}

/** `schema`: the file is not at the version that this program writes; nothing was looked at. */
export interface CheckDerivedError {
  readonly type: "schema";
  readonly message: string;
}

export interface CheckDerivedOptions {
  readonly file: string;
  /** Rewrite what is wrong. The caller must be the only one who has the file open. */
  readonly mend: boolean;
  readonly report: (difference: DerivedDifference) => void;
}

const batchSize = 500;

/**
 * Holds everything that is derived from the memos' contents against deriving it anew: columns, tag
 * rows, text indexes, counts. Reads a few hundred memos at a time; without `mend` from one snapshot,
 * while others may go on writing. The tally is of what was found, before mending. Rule F23 in SPEC.md.
 */
export async function checkDerived(
  options: CheckDerivedOptions,
): Promise<Result<DerivedTally, CheckDerivedError>> {
  const connection = openSqliteConnection({ file: options.file, readonly: !options.mend });
  try {
    const version = schemaVersion(connection);
    const isKnown = findSchemaProblem(connection, migrations) === null;
    if (!isKnown || version !== migrations.length) {
      const message = `${options.file}: its schema is version ${version}, this program writes ${migrations.length}`;
      return err({ type: "schema", message });
    }
    connection.exec("BEGIN");
    const tally = await checkAll(connection, options);
    connection.exec("COMMIT");
    return ok(tally);
  } finally {
    connection.close();
  }
}

async function checkAll(
  connection: SqliteConnection,
  { mend, report }: CheckDerivedOptions,
): Promise<DerivedTally> {
  const tally = { passed: 0, failed: 0 };
  const count = (differences: readonly DerivedDifference[]): void => {
    for (const difference of differences) report(difference);
    if (differences.length === 0) tally.passed += 1;
    else tally.failed += 1;
  };
  const indexed: Digests = new Map(
    keptTextIndexes(connection).map((name) => [name, digestIndex(connection, name)]),
  );
  using reference = openReferenceIndexes(connection);
  let after = 0;
  for (;;) {
    const memos = connection.all<StoredMemo>(
      "SELECT * FROM memo NOT INDEXED WHERE pk > ? ORDER BY pk LIMIT ?",
      [after, batchSize],
    );
    for (const [memo, differences] of compareBatch(connection, memos, indexed, reference)) {
      count(differences);
      if (mend && differences.length > 0) mendMemo(connection, memo, indexed.keys());
      for (const digests of indexed.values()) digests.delete(memo.pk);
    }
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) break;
    after = last.pk;
    // A break between batches, for signals that ask the program to end.
    await setImmediate();
  }
  for (const difference of leftOver(connection, indexed)) {
    count([difference]);
    if (mend) removeLeftOver(connection, Number(difference.of), indexed.keys());
  }
  const miscounted = await compareCounts(connection, count);
  if (mend && miscounted) connection.exec("REINDEX memo");
  return tally;
}

function compareBatch(
  connection: SqlConnection,
  memos: readonly StoredMemo[],
  indexed: Digests,
  reference: ReferenceIndexes,
): [StoredMemo, DerivedDifference[]][] {
  const expected = reference.digests(memos);
  return memos.map((memo) => {
    const differences: DerivedDifference[] = [];
    const compare = (what: string, stored: unknown, wanted: unknown): void => {
      const [a, b] = [JSON.stringify(stored), JSON.stringify(wanted)];
      if (a !== b) differences.push({ of: memo.id, what, stored: a, expected: b });
    };
    for (const [name, value] of Object.entries(derivedColumns(memo.content))) {
      compare(name, memo[name as keyof StoredMemo], value);
    }
    const tagRows = connection.all<Readonly<Record<string, SqlValue>>>(
      `SELECT memo_pk, tag, creator, created_ms, visibility, space, listed
        FROM memo_tag INDEXED BY memo_tag_by_memo WHERE memo_pk = ?`,
      [memo.pk],
    );
    const byTag = (a: Readonly<Record<string, SqlValue>>, b: typeof a): number =>
      String(a["tag"]) < String(b["tag"]) ? -1 : 1;
    compare("memo_tag", tagRows.toSorted(byTag), derivedTagRows(memo).toSorted(byTag));
    for (const [name, digests] of indexed) {
      // A text without any term leaves no trace in an index.
      const [stored, wanted] = [digests.get(memo.pk), expected.get(name)?.get(memo.pk)];
      compare(name, inWords(stored), inWords(wanted));
    }
    return [memo, differences];
  });
}

function inWords(digest: number | undefined): string {
  return digest === undefined ? "nothing" : `terms ${digest.toString(16)}`;
}

function mendMemo(
  connection: SqlConnection,
  memo: StoredMemo,
  indexes: Iterable<TextIndexName>,
): void {
  const columns = Object.entries(derivedColumns(memo.content));
  connection.run(
    `UPDATE memo SET ${columns.map(([name]) => `${name} = ?`).join(", ")} WHERE pk = ?`,
    [...columns.map(([, value]) => value), memo.pk],
  );
  connection.run("DELETE FROM memo_tag WHERE memo_pk = ?", [memo.pk]);
  for (const row of derivedTagRows(memo)) {
    const names = Object.keys(row);
    connection.run(
      `INSERT INTO memo_tag (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      Object.values<SqlValue>(row),
    );
  }
  for (const name of indexes) {
    connection.run(`DELETE FROM ${name} WHERE rowid = ?`, [memo.pk]);
    connection.run(`INSERT INTO ${name} (rowid, text) VALUES (?, ?)`, [
      memo.pk,
      indexedText(name, memo.content),
    ]);
  }
}

/** Rows of indexes that no memo has, by number. */
function leftOver(connection: SqlConnection, indexed: Digests): DerivedDifference[] {
  const tagged = connection.all<{ pk: number }>(
    "SELECT DISTINCT memo_pk AS pk FROM memo_tag WHERE memo_pk NOT IN (SELECT pk FROM memo)",
  );
  const found = new Map<number, string[]>(tagged.map(({ pk }) => [pk, ["memo_tag"]]));
  for (const [name, digests] of indexed) {
    for (const pk of digests.keys()) found.set(pk, [...(found.get(pk) ?? []), name]);
  }
  return [...found].map(([pk, where]) => ({
    of: String(pk),
    what: "left over",
    stored: where.join(" "),
    expected: "nothing",
  }));
}

function removeLeftOver(
  connection: SqlConnection,
  pk: number,
  indexes: Iterable<TextIndexName>,
): void {
  connection.run("DELETE FROM memo_tag WHERE memo_pk = ?", [pk]);
  for (const name of indexes) connection.run(`DELETE FROM ${name} WHERE rowid = ?`, [pk]);
}

/** Counts are read from partial indexes; here each is counted from the memos as well. */
async function compareCounts(
  connection: SqliteConnection,
  count: (differences: readonly DerivedDifference[]) => void,
): Promise<boolean> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const counted = connection.all<{ creator: string } & Record<string, number>>(
    `SELECT creator, sum(${listed}) AS normal,
      sum(state = 1 AND parent IS NULL AND deleted = 0) AS archived,
      sum(deleted = 1 AND parent IS NULL) AS trashed, sum(${listed} AND pinned = 1) AS pinned,
      sum(CASE WHEN ${listed} AND has_incomplete_tasks = 1 THEN open_tasks ELSE 0 END) AS openTasks,
      sum(${listed} AND has_incomplete_tasks = 1) AS openTaskMemos
     FROM memo NOT INDEXED GROUP BY creator`,
  );
  let isWrong = false;
  for (const { creator, ...expected } of counted) {
    const stored = JSON.stringify(await countMemos(connection.kysely, creator));
    const wanted = JSON.stringify(expected);
    if (stored !== wanted) isWrong = true;
    const difference = { of: creator, what: "counts", stored, expected: wanted };
    count(stored === wanted ? [] : [difference]);
  }
  return isWrong;
}
