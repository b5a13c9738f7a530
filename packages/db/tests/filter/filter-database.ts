import {
  compileFilter,
  evaluatePlan,
  memoFilterSchema,
  type FilterableMemo,
  type FilterPlan,
} from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { openSqliteConnection } from "../engine.ts";
import { planToSql, trigramText } from "../../src/filter/index.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations } from "../../src/schema/migrations/index.ts";
import type { Tables } from "../../src/schema/tables.ts";

export interface MemoWithId extends FilterableMemo {
  readonly id: string;
}

/** A real database in memory that holds some memos, to ask filters of. */
export interface FilterDatabase extends Disposable {
  readonly kysely: Kysely<Tables>;
  /** Ids of the memos for which the plan is true, sorted. */
  matches(plan: FilterPlan, options?: { readonly usesTextIndex?: boolean }): Promise<string[]>;
  /** Ids for which the negated condition is true, sorted. */
  rejects(plan: FilterPlan): Promise<string[]>;
}

const visibilities = ["PRIVATE", "SPACE", "PROTECTED", "PUBLIC"];

export function openFilterDatabase(memos: readonly MemoWithId[]): FilterDatabase {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  migrate(connection, migrations, () => undefined);
  connection.exec("BEGIN");
  for (const [index, memo] of memos.entries()) insertMemo(connection, index + 1, memo);
  connection.exec("COMMIT");
  const { kysely } = connection;

  const ask = async (plan: FilterPlan, usesTextIndex: boolean, expected: boolean) => {
    const condition = planToSql(plan, { alias: "m", usesTextIndex });
    const rows = await kysely
      .selectFrom("memo as m")
      .select("m.id")
      .where((builder) => (expected ? condition : builder.not(condition)))
      .execute();
    return rows.map((row) => row.id).toSorted();
  };
  return {
    kysely,
    matches: (plan, options) => ask(plan, options?.usesTextIndex ?? true, true),
    rejects: (plan) => ask(plan, true, false),
    [Symbol.dispose]: () => connection.close(),
  };
}

function insertMemo(
  connection: ReturnType<typeof openSqliteConnection>,
  pk: number,
  memo: MemoWithId,
): void {
  const visibility = visibilities.indexOf(memo.visibility);
  const flag = (value: boolean): bigint => (value ? 1n : 0n);
  const coordinate = memo.hasLocation ? 1.5 : null;
  const placeholders = Array.from({ length: 28 }, () => "?").join(", ");
  connection.run(
    `INSERT INTO memo (pk, id, creator, created_ms, updated_ms, state, deleted, pinned, visibility,
      space, parent, has_link, has_task_list, has_code, has_incomplete_tasks, has_location,
      deleted_ms, latitude, longitude, place, seq, gen, title, snippet, tags, stamps, extra, content)
     VALUES (${placeholders})`,
    [
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
    ],
  );
  for (const tag of memo.tags) {
    connection.run(
      `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
       VALUES (?, ?, ?, ?, ?, ?, 1)`,
      [BigInt(pk), tag, memo.creator, BigInt(memo.createdMs), BigInt(visibility), memo.space],
    );
  }
  connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [
    BigInt(pk),
    trigramText(memo.content),
  ]);
}

/** What both back-ends say to one filter, each as `match ids` or `refused`. */
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
