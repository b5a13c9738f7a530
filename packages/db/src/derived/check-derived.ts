import { setImmediate } from "node:timers/promises";
import { ok, type Result } from "@tidemark/core";
import { openSqliteConnection } from "../dialect/node/open-connection.ts";
import type { SqliteConnection } from "../dialect/sqlite-connection.ts";
import { findSchemaProblem, schemaVersion } from "../schema/migrate.ts";
import { migrations } from "../schema/migrations/index.ts";
import type { SqlConnection } from "../sql/connection.ts";
import { digestIndex, indexedText, type TextIndexName } from "../text-index/index-digest.ts";
import { readLateAfter } from "../text-index/late-texts.ts";
import { storedTextIndexes } from "../text-index/kept-indexes.ts";
import {
  batchSize,
  type CheckDerivedError,
  compareCounts,
  compareMemo,
  createTally,
  type DerivedDifference,
  type DerivedTally,
  difference,
  repairMemo,
  otherSchema,
  type StoredMemo,
  type StoredRow,
  tagColumns,
} from "./derived-rows.ts";
import { type Digests, openReferenceIndexes, type ReferenceIndexes } from "./reference-indexes.ts";

export interface CheckDerivedOptions {
  readonly file: string;
  /** Rewrite wrong rows. The caller must be the only process that has the file open. */
  readonly mend: boolean;
  readonly report: (difference: DerivedDifference) => void;
}

/**
 * Compares everything derived from memos' contents with a fresh derivation: columns, tag rows, text indexes,
 * counts. Reads a few hundred memos at a time; without `mend` from one snapshot, while other processes may
 * write. The tally counts differences as found, before mending. Rule F23 in SPEC.md.
 */
export async function checkDerived(
  options: CheckDerivedOptions,
): Promise<Result<DerivedTally, CheckDerivedError>> {
  const connection = openSqliteConnection({ file: options.file, readonly: !options.mend });
  try {
    const version = schemaVersion(connection);
    const isKnown = findSchemaProblem(connection, migrations) === null;
    if (!isKnown || version !== migrations.length) {
      return otherSchema(options.file, version);
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
  const { tally, count } = createTally(report);
  const indexed: Digests = new Map(
    storedTextIndexes(connection).map((name) => [name, digestIndex(connection, name)]),
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
      if (mend && differences.length > 0) await rewriteMemo(connection, memo, indexed.keys());
      for (const digests of indexed.values()) digests.delete(memo.pk);
    }
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) break;
    after = last.pk;
    // Yields between batches, for signals that end the program.
    await setImmediate();
  }
  for (const difference of leftOver(connection, indexed)) {
    count([difference]);
    if (mend) removeLeftOver(connection, Number(difference.of), indexed.keys());
  }
  const miscounted = await compareCounts(connection.kysely, count);
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
  const lateAfter = readLateAfter(connection);
  return memos.map((memo) => {
    const tagRows = connection.all<StoredRow>(
      `SELECT ${tagColumns} FROM memo_tag INDEXED BY memo_tag_by_memo WHERE memo_pk = ?`,
      [memo.pk],
    );
    const differences = compareMemo(memo, tagRows);
    for (const [name, digests] of indexed) {
      // A text without any term has no entries in an index.
      const isLate = memo.pk > lateAfter;
      const [stored, wanted] = [
        digests.get(memo.pk),
        isLate ? undefined : expected.get(name)?.get(memo.pk),
      ];
      const found = difference(memo.id, name, inWords(stored), inWords(wanted));
      if (found !== null) differences.push(found);
    }
    return [memo, differences];
  });
}

function inWords(digest: number | undefined): string {
  return digest === undefined ? "nothing" : `terms ${digest.toString(16)}`;
}

async function rewriteMemo(
  connection: SqliteConnection,
  memo: StoredMemo,
  indexes: Iterable<TextIndexName>,
): Promise<void> {
  await repairMemo(connection.kysely, memo);
  for (const name of indexes) {
    connection.run(`DELETE FROM ${name} WHERE rowid = ?`, [memo.pk]);
    if (memo.pk > readLateAfter(connection)) continue;
    connection.run(`INSERT INTO ${name} (rowid, text) VALUES (?, ?)`, [
      memo.pk,
      indexedText(name, memo.content),
    ]);
  }
}

/** Returns index rows whose memo doesn't exist, by row number. */
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
