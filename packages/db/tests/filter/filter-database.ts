import {
  compileFilter,
  evaluatePlan,
  memoFilterSchema,
  type FilterableMemo,
  type FilterPlan,
} from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { planToSql, trigramText } from "../../src/filter/index.ts";
import { evaluateMemos } from "../../src/memo-list/evaluate-memos.ts";
import { evaluateAll } from "../../src/memo-list/evaluate-rows.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations } from "../../src/schema/migrations/index.ts";
import type { Tables } from "../../src/schema/tables.ts";
import type { SqlValue } from "../../src/sql/connection.ts";
import { number, rowOf, text } from "../../src/sql/row.ts";
import { dialectOf, runSql, selectRows, sqlText } from "../../src/sql/sql-text.ts";
import { openSqliteConnection } from "../engine.ts";
import { postgres } from "../postgres.ts";

export interface MemoWithId extends FilterableMemo {
  readonly id: string;
}

/** A real database with memos, to run filters on. */
export interface FilterDatabase extends AsyncDisposable {
  readonly kysely: Kysely<Tables>;
  /** Returns ids of the memos that match the plan, sorted. */
  matches(plan: FilterPlan, options?: { readonly usesTextIndex?: boolean }): Promise<string[]>;
  /** Returns ids that match the negated condition, sorted. */
  rejects(plan: FilterPlan): Promise<string[]>;
}

/** An empty database, returned when disposed. */
export interface BorrowedDatabase {
  readonly kysely: Kysely<Tables>;
  /** Indexes the text of a memo. */
  putText(
    pk: number,
    memo: { readonly content: string; readonly creator: string; readonly isShared: boolean },
  ): Promise<void>;
  dispose(): Promise<void>;
}

const visibilities = ["PRIVATE", "SPACE", "PROTECTED", "PUBLIC"];
const foundRow = rowOf({ pk: number, id: text });

export async function openFilterDatabase(memos: readonly MemoWithId[]): Promise<FilterDatabase> {
  const { kysely, putText, dispose } = (await postgres?.borrowPostgres()) ?? openSqlite();
  await Promise.all(
    memos.flatMap((memo, index) => [
      insertMemo(kysely, index + 1, memo),
      putText(index + 1, {
        content: memo.content,
        creator: memo.creator,
        isShared: memo.visibility !== "PRIVATE",
      }),
    ]),
  );
  const matches = async (plan: FilterPlan, usesTextIndex: boolean): Promise<string[]> => {
    const { filter } = dialectOf(kysely);
    const { isExact, ...condition } = planToSql(plan, filter, { alias: "m", usesTextIndex });
    const query = { ...condition, sql: `SELECT m.pk, m.id FROM memo AS m WHERE ${condition.sql}` };
    const rows = await selectRows(kysely, query, foundRow);
    const found = isExact ? rows : await evaluateAll(rows, evaluateMemos(kysely, plan));
    return found.map((row) => row.id).toSorted();
  };
  return {
    kysely,
    matches: (plan, options) => matches(plan, options?.usesTextIndex ?? true),
    rejects: (plan) => matches({ ...plan, root: { node: "not", part: plan.root } }, true),
    [Symbol.asyncDispose]: dispose,
  };
}

function openSqlite(): BorrowedDatabase {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  migrate(connection, migrations, () => undefined);
  const { kysely } = connection;
  return {
    kysely,
    putText: async (pk, { content }) => {
      connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [
        BigInt(pk),
        trigramText(content),
      ]);
    },
    dispose: async () => connection.close(),
  };
}

async function insertMemo(db: Kysely<Tables>, pk: number, memo: MemoWithId): Promise<void> {
  const visibility = visibilities.indexOf(memo.visibility);
  const flag = (value: boolean): bigint => (value ? 1n : 0n);
  const coordinate = memo.hasLocation ? 1.5 : null;
  const placeholders = Array.from({ length: 28 }, () => "?").join(", ");
  const values: SqlValue[] = [
    BigInt(pk),
    memo.id,
    memo.creator,
    BigInt(memo.createdMs),
    BigInt(memo.updatedMs),
    0n,
    0n,
    flag(memo.pinned),
    BigInt(visibility),
    memo.space,
    null,
    flag(memo.hasLink),
    flag(memo.hasTaskList),
    flag(memo.hasCode),
    flag(memo.hasIncompleteTasks),
    flag(memo.hasLocation),
    null,
    coordinate,
    coordinate,
    memo.hasLocation ? "" : null,
    BigInt(pk),
    0n,
    "",
    "",
    JSON.stringify(memo.tags),
    "{}",
    "{}",
    memo.content,
  ];
  const inserting = `INSERT INTO memo (pk, id, creator, created_ms, updated_ms, state, deleted, pinned, visibility,
      space, parent, has_link, has_task_list, has_code, has_incomplete_tasks, has_location,
      deleted_ms, latitude, longitude, place, seq, gen, title, snippet, tags, stamps, extra, content)
     VALUES (${placeholders})`;
  const tagging = `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
     VALUES (?, ?, ?, ?, ?, ?, 1)`;
  await Promise.all([
    runSql(db, sqlText(inserting, ...values)),
    ...memo.tags.map((tag) =>
      runSql(db, sqlText(tagging, pk, tag, memo.creator, memo.createdMs, visibility, memo.space)),
    ),
  ]);
}

/** Returns the results of both back-ends for one filter, each as `match ids` or `refused`. */
export async function askBoth(
  database: FilterDatabase,
  memos: readonly MemoWithId[],
  source: string,
  nowMs: number,
): Promise<{ readonly memory: string; readonly sql: string }> {
  const compiled = compileFilter(source, { schema: memoFilterSchema, nowMs });
  if (!compiled.ok) return { memory: "refused", sql: "refused" };
  const matches = evaluatePlan(compiled.value);
  const inMemory = memos.filter(matches).map((memo) => memo.id);
  return {
    memory: `match ${inMemory.toSorted().join(",")}`,
    sql: `match ${(await database.matches(compiled.value)).join(",")}`,
  };
}
