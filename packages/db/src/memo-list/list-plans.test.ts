import { type MemoListQuery, type OrderField, type OrderTerm, totalOrder } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import type { SqlFragment } from "../sql/sql-text.ts";
import { openSqliteConnection } from "../../tests/engine.ts";
import type { Tables } from "../schema/tables.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { watchedHandle } from "../../tests/watched-handle.ts";
import { countMemos, countTags } from "./counts.ts";
import { listMemoNumbers, prepareList, rowsInOrder } from "./list-rows.ts";

/** Returns SQLite's plan, line by line, of every query that `work` runs. */
async function plansOf(
  work: (db: Kysely<Tables>) => Promise<unknown>,
  memos = 20,
  visibility: "PRIVATE" | "PUBLIC" = "PRIVATE",
): Promise<string[]> {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < memos; n += 1) {
      await saveRow(stores, memoRow(`m${n}`, { content: `#work needle ${n}`, visibility }));
    }
  });
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  try {
    const asked: SqlFragment[] = [];
    await work(watchedHandle(connection, (query) => asked.push(query)));
    return asked.flatMap((query) =>
      connection
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.sql}`, query.parameters)
        .map((row) => row.detail),
    );
  } finally {
    connection.close();
  }
}

async function listPage(db: Kysely<Tables>, query: MemoListQuery): Promise<unknown> {
  return rowsInOrder(db, await listMemoNumbers(db, await prepareList(db, query)));
}

function listQuery(changes: { filter?: string; order?: readonly OrderTerm[] }): MemoListQuery {
  const compiled = compileFilter(changes.filter ?? "true", { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return {
    access: { user: "users/alice", spaces: ["spaces/s"] },
    state: "NORMAL",
    trash: "none",
    parent: null,
    filter: changes.filter === undefined ? null : compiled.value,
    order: changes.order ?? [{ field: "create_time", direction: "desc" }],
    after: { values: [5, 5, 5].slice(0, totalOrder(changes.order ?? []).length), id: "m5" },
    offset: 0,
    limit: 50,
  };
}

const desc = (field: OrderField): OrderTerm => ({ field, direction: "desc" });
/** Returns the plan lines of the sources, without the sort of the merged pages. */
const sourceLines = (plan: readonly string[]): string[] =>
  plan.filter(
    (line) => /^SEARCH (m|t) /.test(line) || /^USE TEMP B-TREE FOR (LAST|RIGHT)/.test(line),
  );

/** Returns the lines of an indented plan below a step whose line begins with `start`. */
function linesBelow(plan: readonly string[], start: string): string[] {
  const depth = (line: string): number => line.length - line.trimStart().length;
  let above: number | null = null;
  return plan.filter((line) => {
    if (above !== null && depth(line) <= above) above = null;
    if (above !== null) return true;
    if (line.trimStart().startsWith(start)) above = depth(line);
    return false;
  });
}

describe("pages read indexes", () => {
  test.each([
    ["created", [desc("create_time")], "(created_ms,number)<(?,?)"],
    ["updated", [desc("update_time")], "(updated_ms,created_ms,number)<(?,?,?)"],
    ["pinned", [desc("pinned"), desc("create_time")], "(pinned,created_ms,number)<(?,?,?)"],
    ["pinned", [desc("pinned")], "(pinned,created_ms,number)<(?,?,?)"],
  ])(
    "by %s: own, shared and each space from the end of the last page",
    async (name, order, from) => {
      const plan = await plansOf((db) => listPage(db, listQuery({ order })));
      expect(sourceLines(plan)).toEqual([
        `SEARCH m USING INDEX memo_own_${name} (creator=? AND ${from})`,
        `SEARCH m USING INDEX memo_shared_${name} (${from})`,
        `SEARCH m USING INDEX memo_space_${name} (space=? AND ${from})`,
      ]);
      expect(plan.filter((line) => line.startsWith("SCAN m"))).toEqual([]);
    },
  );

  test.each([
    ["everything", undefined],
    ["everything", `"work" in tags`],
    ["everything", "has_link"],
    ["comments", undefined],
    ["comments", `"work" in tags`],
  ] as const)("over %s, with %s, every source is scanned newest first", async (reach, filter) => {
    await using open = await tempDatabase();
    const query = { ...listQuery(filter === undefined ? {} : { filter }), after: null, reach };
    const { plan } = await open.database.read(({ memos }) => memos.explain(query));
    const sources = reach === "comments" ? plan : linesBelow(plan, "CO-ROUTINE");
    expect(plan.join("\n")).toContain("INDEX memo_comments");
    expect(sources.filter((line) => line.includes("TEMP B-TREE"))).toEqual([]);
    expect(plan.filter((line) => /SCAN (m|above)$/.test(line.trim()))).toEqual([]);
  });

  // SQLite would use bound values in its plan, and plan again at every run.
  test.each([undefined, `"work" in tags`, "has_link"])(
    "%s: bound values are hidden from the planner",
    async (filter) => {
      await using open = await tempDatabase();
      const connection = openSqliteConnection({ file: open.file, readonly: true });
      const asked: string[] = [];
      try {
        const db = watchedHandle(connection, ({ sql }) => asked.push(sql));
        const query = listQuery(filter === undefined ? {} : { filter });
        await listMemoNumbers(db, await prepareList(db, query));
      } finally {
        connection.close();
      }
      const pages = asked.filter((sql) => sql.includes("ORDER BY"));
      expect(pages.join("\n")).toContain("creator = +?");
      expect(pages.join("\n")).not.toMatch(/ = \?|(LIMIT|OFFSET) \?(?! \+ 0)/);
    },
  );

  test("no source is sorted before the merge, in any indexed order", async () => {
    await using open = await tempDatabase();
    const oldest: OrderTerm = { field: "create_time", direction: "asc" };
    for (const [filter, orders] of [
      [undefined, [[], [oldest], [desc("update_time")], [desc("pinned")]]],
      ["has_link", [[], [{ ...desc("update_time"), direction: "asc" }], [desc("pinned")]]],
      [`"work" in tags`, [[], [oldest]]],
    ] as const) {
      for (const order of orders) {
        const query = { ...listQuery({ order, ...(filter && { filter }) }), after: null };
        const { plan } = await open.database.read(({ memos }) => memos.explain(query));
        const inSources = linesBelow(plan, "CO-ROUTINE");
        expect(inSources.length, plan.join("\n")).toBeGreaterThanOrEqual(3);
        expect(inSources.filter((line) => line.includes("TEMP B-TREE"))).toEqual([]);
      }
    }
  });

  test("by creation with a tag: the tag's rows by time and number", async () => {
    const plan = await plansOf((db) => listPage(db, listQuery({ filter: `"work" in tags` })));
    const from = "(created_ms,memo_pk)<(?,?)";
    // Tag rows know which memos are listed, so no memo is read.
    expect(sourceLines(plan)).toEqual([
      `SEARCH t USING PRIMARY KEY (creator=? AND tag=? AND ${from})`,
      `SEARCH t USING COVERING INDEX memo_tag_shared (tag=? AND ${from})`,
      `SEARCH t USING COVERING INDEX memo_tag_space (space=? AND tag=? AND ${from})`,
    ]);
  });

  test("pinned memos by creation: their own index, from the end of the last page", async () => {
    const plan = await plansOf((db) => listPage(db, listQuery({ filter: "pinned && has_link" })));
    const from = "pinned=? AND (created_ms,number)<(?,?)";
    expect(sourceLines(plan)).toEqual([
      `SEARCH m USING INDEX memo_own_pinned (creator=? AND ${from})`,
      `SEARCH m USING INDEX memo_shared_pinned (${from})`,
      `SEARCH m USING INDEX memo_space_pinned (space=? AND ${from})`,
    ]);
  });

  test("with rare text: the text index, then only those rows", async () => {
    const filter = `content.contains("needle")`;
    const plan = await plansOf((db) => listPage(db, { ...listQuery({ filter }), after: null }));
    expect(plan).toContain("SCAN memo_trigram VIRTUAL TABLE INDEX 192:M1><");
    expect(sourceLines(plan)).toEqual(["SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"]);
  });

  test("with text in too many memos to sort: in order, skipping rows that cannot match", async () => {
    // Too many for the strategy of the newest hits.
    const limit = 600;
    const walk = await plansOf((db) =>
      listPage(db, {
        ...listQuery({ filter: `"work" in tags && created_ts != updated_ts` }),
        limit,
      }),
    );
    const filter = `"work" in tags && content.contains("needle")`;
    const plan = await plansOf((db) => listPage(db, { ...listQuery({ filter }), limit }), 1100);
    expect(sourceLines(plan)).toEqual(sourceLines(walk));
    expect(plan.filter((line) => line.startsWith("SCAN json_each"))).toHaveLength(3);
  });

  test("newest first: some hits, those with the tag, and the memos before the last of them", async () => {
    const filter = `"work" in tags && content.contains("needle")`;
    const query = { ...listQuery({ filter }), after: null };
    const plan = await plansOf((db) => listPage(db, query), 400);
    const between = "(created_ms,memo_pk)>(?,?)";
    // Before these are the estimates for each trigram.
    const start = plan.lastIndexOf("SCAN memo_trigram VIRTUAL TABLE INDEX 192:M1><");
    expect(plan.slice(start).filter((line) => /^SEARCH (m|t) |^SCAN/.test(line))).toEqual([
      "SCAN memo_trigram VIRTUAL TABLE INDEX 192:M1><",
      "SCAN a VIRTUAL TABLE INDEX 1:",
      "SEARCH t USING COVERING INDEX memo_tag_by_memo (memo_pk=? AND tag=?)",
      "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
      `SEARCH t USING PRIMARY KEY (creator=? AND tag=? AND ${between})`,
      `SEARCH t USING COVERING INDEX memo_tag_shared (tag=? AND ${between})`,
      `SEARCH t USING COVERING INDEX memo_tag_space (space=? AND tag=? AND ${between})`,
    ]);
  });

  test.each([
    ["created", [], "(created_ms,number)<(?,?)"],
    ["updated", [desc("update_time")], "(updated_ms,created_ms,number)<(?,?,?)"],
  ])("visible to everyone, by %s: their own index", async (name, order, from) => {
    const query = listQuery({ filter: `visibility == "PUBLIC"`, order });
    const plan = await plansOf((db) => listPage(db, query));
    expect(sourceLines(plan)).toEqual([
      `SEARCH m USING INDEX memo_shared_${name} (${from})`,
      `SEARCH m USING INDEX memo_space_${name} (space=? AND ${from})`,
    ]);
    const own = await plansOf((db) => listPage(db, { ...query, among: "own" }));
    expect(sourceLines(own)[0]).toBe(`SEARCH m USING INDEX memo_shared_${name} (${from})`);
  });

  test("own memos visible to everyone, if others share many: the index of own memos", async () => {
    const query: MemoListQuery = {
      ...listQuery({ filter: `visibility == "PUBLIC"` }),
      access: { user: "users/bob", spaces: [] },
      among: "own",
    };
    const plan = await plansOf((db) => listPage(db, query), 1100, "PUBLIC");
    expect(sourceLines(plan)).toEqual([
      "SEARCH m USING INDEX memo_own_created (creator=? AND (created_ms,number)<(?,?))",
    ]);
  });

  test("the archive and the trash: their own indexes", async () => {
    const archive = await plansOf((db) => listPage(db, { ...listQuery({}), state: "ARCHIVED" }));
    const trash = await plansOf((db) => listPage(db, { ...listQuery({}), trash: "only" }));
    const lastDeleted = { ...listQuery({ order: [desc("delete_time")] }), trash: "only" } as const;
    const deleted = await plansOf((db) => listPage(db, lastDeleted));
    expect([...sourceLines(archive), ...sourceLines(trash), ...sourceLines(deleted)]).toEqual([
      "SEARCH m USING INDEX memo_archived (creator=? AND (created_ms,number)<(?,?))",
      "SEARCH m USING INDEX memo_trash (creator=? AND (created_ms,number)<(?,?))",
      "SEARCH m USING INDEX memo_trash_deleted (creator=? AND (deleted_ms,created_ms,number)<(?,?,?))",
    ]);
  });
});

describe("counts", () => {
  test("of memos and tags read indexes and never the table of memos", async () => {
    const plan = await plansOf(async (db) => {
      await countMemos(db, "users/alice");
      await countTags(db, { user: "users/alice", spaces: ["spaces/s"] }, false);
    });
    expect(plan.filter((line) => /^(SEARCH|SCAN) (memo|m|t)\b/.test(line))).toEqual([
      "SEARCH memo USING INDEX memo_own_created (creator=?)",
      "SEARCH memo USING INDEX memo_archived (creator=?)",
      "SEARCH memo USING INDEX memo_trash (creator=?)",
      "SEARCH memo USING INDEX memo_own_pinned (creator=? AND pinned=?)",
      "SEARCH memo USING INDEX memo_own_open_tasks (creator=?)",
      "SEARCH memo USING INDEX memo_own_open_tasks (creator=?)",
      "SEARCH t USING PRIMARY KEY (creator=?)",
      "SCAN t USING COVERING INDEX memo_tag_shared",
      "SEARCH t USING COVERING INDEX memo_tag_space (space=?)",
    ]);
  });
});
