import { ok, type Result } from "@tidemark/core";
import { foldLetters } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { connectPostgres, openError } from "../connection/connect-postgres.ts";
import { createPostgresConnection } from "../connection/postgres-connection.ts";
import { readSchemaVersion } from "../schema/migrate-postgres.ts";
import { sharedTexts } from "../search/postgres-texts.ts";
import { wordVector } from "../search/word-vector.ts";
import { createTextRows } from "../text/text-rows.ts";
import {
  batchSize,
  type CheckDerivedError,
  compareCounts,
  compareMemo,
  createTally,
  type DerivedDifference,
  type DerivedTally,
  difference,
  memoRow,
  repairMemo,
  migrations,
  number,
  orNull,
  otherSchema,
  rowOf,
  runSql,
  selectRows,
  sqlText,
  type StoredMemo,
  type Tables,
  tagColumns,
  text,
  visibilityToColumn,
} from "@tidemark/db/engine";

const tagRow = rowOf<TagRow>({
  memo_pk: number,
  tag: text,
  creator: text,
  created_ms: number,
  visibility: number,
  space: orNull(text),
  listed: number,
});
const textRow = rowOf<TextRow>({ memo_pk: number, creator: text, folded: text, words: text });
const vectorRow = rowOf({ words: text });
const leftRow = rowOf({ memo_pk: number, creator: text });

type TagRow = {
  readonly memo_pk: number;
  readonly tag: string;
  readonly creator: string;
  readonly created_ms: number;
  readonly visibility: number;
  readonly space: string | null;
  readonly listed: number;
};

interface TextRow {
  readonly memo_pk: number;
  readonly creator: string;
  readonly folded: string;
  /** As PostgreSQL formats them. */
  readonly words: string;
}

export interface CheckPostgresDerivedOptions {
  /** `postgres://…`, as for `openPostgres`. */
  readonly url: string;
  /** Rewrite wrong rows; writes of all processes wait meanwhile. */
  readonly mend: boolean;
  readonly report: (difference: DerivedDifference) => void;
}

/** Does the same as `checkDerived`, over PostgreSQL. Throws `OpenDatabaseError` if it can't connect. */
export async function checkPostgresDerived(
  options: CheckPostgresDerivedOptions,
): Promise<Result<DerivedTally, CheckDerivedError>> {
  await using connected = await connectPostgres(options.url);
  const { client, name } = connected;
  const connection = createPostgresConnection(client);
  const version = await readSchemaVersion(connection).catch((error: unknown) => {
    throw openError(name, error);
  });
  if (version !== migrations.length) return otherSchema(name, version);
  // The program may compute for any time between two batches.
  connection.send("SET idle_in_transaction_session_timeout = 0");
  if (options.mend) {
    connection.send("BEGIN ISOLATION LEVEL READ COMMITTED");
    await connection.query("SELECT value FROM counter WHERE name = 'seq' FOR UPDATE");
  } else connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const tally = await checkAll(connection.kysely, createTextRows(connection), options);
  await connection.query("COMMIT");
  await connection.settle();
  return ok(tally);
}

async function checkAll(
  db: Kysely<Tables>,
  texts: ReturnType<typeof createTextRows>,
  { mend, report }: CheckPostgresDerivedOptions,
): Promise<DerivedTally> {
  const { tally, count } = createTally(report);
  let after = 0;
  for (;;) {
    const memos = await selectRows(
      db,
      sqlText("SELECT * FROM memo WHERE pk > ? ORDER BY pk LIMIT ?", after, batchSize),
      memoRow,
    );
    for (const [memo, differences] of await compareBatch(db, memos)) {
      count(differences);
      if (!mend || differences.length === 0) continue;
      await repairMemo(db, memo);
      const place = { creator: memo.creator, isShared: isShared(memo) };
      texts.put(memo.pk, memo.content, { place, isIndexed: true });
      await texts.flush();
    }
    const last = memos.at(-1);
    if (last === undefined || memos.length < batchSize) break;
    after = last.pk;
  }
  for (const { memo_pk: pk, creator } of await leftOver(db)) {
    const stored = `memo_text of ${creator === sharedTexts ? "everybody" : creator}`;
    count([{ of: String(pk), what: "left over", stored, expected: "nothing" }]);
    const removing = "DELETE FROM memo_text WHERE memo_pk = ? AND creator = ?";
    if (mend) await runSql(db, sqlText(removing, pk, creator));
  }
  const isMiscounted = await compareCounts(db, count);
  if (mend && isMiscounted) await runSql(db, sqlText("REINDEX TABLE memo"));
  return tally;
}

async function compareBatch(
  db: Kysely<Tables>,
  memos: readonly StoredMemo[],
): Promise<[StoredMemo, DerivedDifference[]][]> {
  const pks = JSON.stringify(memos.map(({ pk }) => pk));
  const creators = JSON.stringify([sharedTexts, ...new Set(memos.map(({ creator }) => creator))]);
  const isOfBatch =
    "memo_pk = ANY (ARRAY (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json))))";
  const [tagRows, textRows, vectors] = await Promise.all([
    selectRows(db, sqlText(`SELECT ${tagColumns} FROM memo_tag WHERE ${isOfBatch}`, pks), tagRow),
    selectRows(
      db,
      sqlText(
        `SELECT memo_pk, creator, folded, CAST(words AS text) AS words FROM memo_text
           WHERE creator = ANY (ARRAY (SELECT json_array_elements_text(CAST(? AS json)))) AND ${isOfBatch}`,
        creators,
        pks,
      ),
      textRow,
    ),
    selectRows(
      db,
      sqlText(
        `SELECT CAST(CAST(value AS tsvector) AS text) AS words
           FROM json_array_elements_text(CAST(? AS json)) WITH ORDINALITY AS a (value, place)
           ORDER BY place`,
        JSON.stringify(memos.map(({ content }) => wordVector(content))),
      ),
      vectorRow,
    ),
  ]);
  const tagsByPk = Map.groupBy(tagRows, (row) => row.memo_pk);
  const textsByPk = Map.groupBy(textRows, (row) => row.memo_pk);
  return memos.map((memo, at) => {
    const differences = compareMemo(memo, tagsByPk.get(memo.pk) ?? []);
    const expected = inWords(foldLetters(memo.content, "bare"), vectors[at]?.words ?? "");
    const compare = (what: string, creator: string, wanted: string): void => {
      const stored = textsByPk.get(memo.pk)?.find((row) => row.creator === creator);
      const said = stored === undefined ? "nothing" : inWords(stored.folded, stored.words);
      const found = difference(memo.id, what, said, wanted);
      if (found !== null) differences.push(found);
    };
    compare("memo_text", memo.creator, expected);
    compare("memo_text of everybody", sharedTexts, isShared(memo) ? expected : "nothing");
    return [memo, differences];
  });
}

function inWords(folded: string, words: string): string {
  return JSON.stringify({ folded, words });
}

function isShared({ visibility }: StoredMemo): boolean {
  return visibility !== visibilityToColumn("PRIVATE");
}

/** Returns texts whose memo doesn't exist, or whose creator isn't the memo's. */
function leftOver(db: Kysely<Tables>): Promise<readonly { memo_pk: number; creator: string }[]> {
  return selectRows(
    db,
    sqlText(
      `SELECT t.memo_pk, t.creator FROM memo_text AS t WHERE NOT EXISTS (
         SELECT 1 FROM memo AS m WHERE m.pk = t.memo_pk AND t.creator IN (m.creator, ?)
       )`,
      sharedTexts,
    ),
    leftRow,
  );
}
