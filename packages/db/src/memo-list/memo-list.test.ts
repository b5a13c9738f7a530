import type { MemoListQuery, OrderField, OrderTerm } from "@tidemark/core";
import { compileFilter, evaluatePlan, memoFilterSchema } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";
import { keysetOf } from "@tidemark/core/memo";
import { mayReadAlone } from "@tidemark/core/access";
import { type MemoRecord, type MemoRow, visibilities } from "@tidemark/core/model";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TempDatabase } from "../../tests/all-stores.ts";
import { isPostgres } from "../../tests/engine.ts";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import type { UserReference } from "@tidemark/core/names";

/** Runs take ten times as long over PostgreSQL, where only the nightly run has as many. */
const numRuns = isPostgres && process.env["TIDEMARK_NIGHTLY"] !== "1" ? 10 : 40;

const nowMs = baseMs + 1000;
const spaces = ["spaces/red", "spaces/blue"];
const users = ["users/alice", "users/bob", "users/carol"] as const;

function filterOf(source: string): MemoListQuery["filter"] {
  const compiled = compileFilter(source, { schema: memoFilterSchema, nowMs });
  if (!compiled.ok) throw new Error(`${source}: ${JSON.stringify(compiled.error)}`);
  return compiled.value;
}

/** Returns the list as the store's interface documents it, computed from memos in memory. */
function expectedIds(rows: readonly MemoRow[], query: MemoListQuery): string[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const { access, trash, filter } = query;
  const isVisible = (row: MemoRow, withTrash: boolean): boolean =>
    mayReadAlone(access, row) &&
    (row.deletedMs === null || (withTrash && row.creator === access.user));
  const hasReadableChain = (row: MemoRow): boolean => {
    const seen = new Set<string>();
    for (let above = row.parent; above !== null;) {
      const parent = rowsById.get(above);
      if (parent === undefined || seen.has(above)) return false;
      if (!isVisible(parent, trash !== "none")) return false;
      seen.add(above);
      above = parent.parent;
    }
    return true;
  };
  const isWithin = (row: MemoRow): boolean => {
    if (row.deletedMs !== null) return false;
    if (row.parent === null) return query.reach === "everything" && mayReadAlone(access, row);
    const parent = rowsById.get(row.parent);
    return row.state === "NORMAL" && parent !== undefined && parent.deletedMs === null;
  };
  const isListed = (row: MemoRow): boolean => {
    if (query.reach !== undefined) return isWithin(row);
    if (row.parent !== query.parent || !hasReadableChain(row)) return false;
    if (trash === "only") return row.deletedMs !== null && row.creator === access.user;
    return row.state === query.state && isVisible(row, trash === "own");
  };
  const test = filter === null ? () => true : evaluatePlan(filter);
  const matches = (row: MemoRow): boolean => {
    const { tags, property } = deriveMemo(row.content);
    return test({ ...row, ...property, tags, hasLocation: row.location !== null });
  };
  return rows
    .filter((row) => isListed(row) && matches(row))
    .toSorted((a, b) => compareBy(query.order, a, b) || madeLater(query.order, rows, a, b))
    .map((row) => row.id);
}

/** Compares by creation, then in the order of saving, both in the direction of ties. */
function madeLater(
  order: readonly OrderTerm[],
  rows: readonly MemoRow[],
  a: MemoRow,
  b: MemoRow,
): number {
  const sign = tieDirection(order) === "asc" ? 1 : -1;
  return sign * (a.createdMs - b.createdMs || rows.indexOf(a) - rows.indexOf(b));
}

/** Returns the direction of the last time in the order; newest first without one. */
function tieDirection(order: readonly OrderTerm[]): "asc" | "desc" {
  let direction: "asc" | "desc" = "desc";
  for (const term of order) if (term.field.endsWith("_time")) ({ direction } = term);
  return direction;
}

function compareBy(order: readonly OrderTerm[], a: MemoRow, b: MemoRow): number {
  const value = (row: MemoRow, field: OrderField): number | string => {
    switch (field) {
      case "pinned":
        return Number(row.pinned);
      case "create_time":
        return row.createdMs;
      case "update_time":
        return row.updatedMs;
      case "delete_time":
        return row.deletedMs ?? 0;
      case "name":
        return row.id;
    }
  };
  for (const { field, direction } of order) {
    const [left, right] = [value(a, field), value(b, field)];
    if (left === right) continue;
    return left < right === (direction === "asc") ? -1 : 1;
  }
  return 0;
}

/** Reads pages until one is short, each from the last memo of the page before. */
async function readPages(
  open: TempDatabase,
  query: MemoListQuery,
  by: "keyset" | "offset",
): Promise<string[]> {
  const ids: string[] = [];
  let last: MemoRecord | undefined;
  for (;;) {
    const after = by === "keyset" && last !== undefined ? keysetOf(last, query.order) : null;
    const offset = by === "offset" ? ids.length : 0;
    const page = await open.database.read(({ memos }) => memos.list({ ...query, after, offset }));
    ids.push(...page.map((memo) => memo.id));
    last = page.at(-1);
    if (page.length < query.limit) return ids;
    if (ids.length > 10_000) throw new Error("the pages do not end");
  }
}

const contents = [
  "plain",
  "#work needle in a haystack",
  "#work #rare Straße",
  "#work/sub [link](https://example.org)",
  "- [ ] task NEEDLE",
  "#rare `code`",
];

const filters = [
  null,
  `"work" in tags`,
  `"rare" in tags && "work" in tags`,
  `tag in ["work"]`,
  `!("work" in tags)`,
  `content.contains("needle")`,
  `content.contains("needle") && "work" in tags`,
  `content.contains("STRASSE") || content.contains("straße")`,
  `content.contains("absent text")`,
  `created_ts >= timestamp(${baseMs / 1000}) && created_ts < timestamp(${baseMs / 1000 + 1})`,
  `"work" in tags && created_ts > timestamp(${baseMs / 1000})`,
  `pinned || has_incomplete_tasks`,
  `visibility in ["PUBLIC", "SPACE"]`,
  `visibility == "PUBLIC"`,
  `visibility in ["PUBLIC", "PROTECTED"] && has_incomplete_tasks`,
  `visibility == "nothing" || pinned`,
  `creator == "users/bob"`,
  `space == null`,
  `false`,
  `pinned && false`,
];

function mostlyNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const arbitraryMemos: fc.Arbitrary<MemoRow[]> = fc
  .array(
    fc.record({
      creator: fc.constantFrom(...users),
      content: fc.constantFrom(...contents),
      visibility: fc.constantFrom(...visibilities),
      space: fc.constantFrom(null, ...spaces),
      state: fc.constantFrom("NORMAL", "NORMAL", "NORMAL", "ARCHIVED"),
      deletedMs: fc.constantFrom(null, null, null, baseMs),
      pinned: fc.boolean(),
      createdMs: fc.integer({ min: 0, max: 3 }).map((n) => baseMs + n * 500),
      updatedMs: fc.integer({ min: 0, max: 2 }).map((n) => baseMs + n),
      parent: mostlyNull(fc.nat(40)),
    }),
    { minLength: 1, maxLength: 40, size: "max" },
  )
  .map((memos) =>
    memos.map((memo, index) =>
      memoRow(idAt(index), {
        ...memo,
        // Any memo may be the parent, including itself and later ones: sync can create cycles.
        parent: memo.parent === null ? null : idAt(memo.parent % (memos.length + 1)),
      }),
    ),
  );

/** Returns ids whose order isn't the order of insertion. */
function idAt(index: number): string {
  return `m${(index * 7) % 41}`;
}

const arbitraryQuery = fc.record({
  access: fc.record({
    user: fc.constantFrom<(UserReference | null)[]>(...users, "users/stranger", null),
    spaces: fc.subarray(spaces),
  }),
  state: fc.constantFrom("NORMAL", "NORMAL", "ARCHIVED"),
  trash: fc.constantFrom("none", "none", "own", "only"),
  parent: mostlyNull(fc.nat(40).map((index) => idAt(index))),
  filter: fc.constantFrom(...filters),
  order: fc.uniqueArray(
    fc.record({
      field: fc.constantFrom<OrderField[]>("pinned", "create_time", "update_time", "name"),
      direction: fc.constantFrom<("asc" | "desc")[]>("asc", "desc"),
    }),
    { maxLength: 3, selector: ({ field }) => field },
  ),
  limit: fc.integer({ min: 1, max: 9 }),
  by: fc.constantFrom<("keyset" | "offset")[]>("keyset", "keyset", "offset"),
});

describe("the list of memos", () => {
  test("equals the naive list: pages join to the whole, in order, without duplicates", async () => {
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryMemos,
        fc.array(arbitraryQuery, { minLength: 1, maxLength: 25, size: "max" }),
        async (rows, queries) => {
          await using open = await tempDatabase();
          await open.database.write(async (stores) => {
            for (const row of rows) await saveRow(stores, row);
          });
          for (const { by, filter, ...asked } of queries) {
            const query: MemoListQuery = {
              ...asked,
              filter: filter === null ? null : filterOf(filter),
              after: null,
              offset: 0,
            };
            const expected = expectedIds(rows, query);
            listed += expected.length;
            expect(await readPages(open, query, by)).toEqual(expected);
            const count = await open.database.read(({ memos }) => memos.count(query));
            expect(count).toBe(expected.length);
          }
        },
      ),
      { numRuns },
    );
    // The property would be vacuous over empty lists.
    expect(listed).toBeGreaterThan(50);
    // Random tests: the time-out is for slow machines only.
  }, 120_000);

  test("covers memos, archived ones and comments, and counts no further than requested", async () => {
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryMemos,
        fc.array(fc.tuple(arbitraryQuery, fc.constantFrom("everything", "comments"), fc.nat(20)), {
          minLength: 1,
          maxLength: 25,
          size: "max",
        }),
        async (rows, queries) => {
          await using open = await tempDatabase();
          await open.database.write(async (stores) => {
            for (const row of rows) await saveRow(stores, row);
          });
          for (const [{ access, filter, limit }, reach, atMost] of queries) {
            const query: MemoListQuery = {
              access,
              state: "NORMAL",
              trash: "none",
              parent: null,
              reach,
              filter: filter === null ? null : filterOf(filter),
              order: [],
              after: null,
              offset: 0,
              limit,
            };
            const expected = expectedIds(rows, query);
            listed += expected.length;
            expect(await readPages(open, query, "keyset")).toEqual(expected);
            const count = await open.database.read(({ memos }) =>
              memos.count({ ...query, atMost }),
            );
            expect(count).toBe(Math.min(expected.length, atMost));
          }
        },
      ),
      { numRuns },
    );
    expect(listed).toBeGreaterThan(50);
  }, 120_000);
  test("F33 · the trash is listed by time of deletion, on every page", async () => {
    const rows = Array.from({ length: 40 }, (_, index) =>
      memoRow(`m${index}`, {
        createdMs: baseMs + ((index * 7) % 40),
        deletedMs: index % 5 === 0 ? null : baseMs + 100 + Math.floor(((index * 11) % 40) / 4),
      }),
    );
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (const row of rows) await saveRow(stores, row);
    });
    const trashed = rows.filter(({ deletedMs }) => deletedMs !== null);
    for (const direction of ["desc", "asc"] as const) {
      const query: MemoListQuery = {
        access: { user: "users/alice", spaces: [] },
        state: "NORMAL",
        trash: "only",
        parent: null,
        filter: null,
        order: [{ field: "delete_time", direction }],
        after: null,
        offset: 0,
        limit: 7,
      };
      const expected = trashed
        .toSorted((a, b) => (b.deletedMs ?? 0) - (a.deletedMs ?? 0) || b.createdMs - a.createdMs)
        .map(({ id }) => id);
      const inOrder = direction === "desc" ? expected : expected.toReversed();
      expect(await readPages(open, query, "keyset")).toEqual(inOrder);
      expect(await readPages(open, query, "offset")).toEqual(inOrder);
    }
  });

  test("is the same list when a filter finds too many rows to sort", async () => {
    const rows = Array.from({ length: 1400 }, (_, index) =>
      memoRow(`m${(index * 7919) % 1400}`, {
        creator: index % 9 === 0 ? "users/bob" : "users/alice",
        visibility: index % 4 === 0 ? "PUBLIC" : "PRIVATE",
        content: `${index % 11 === 0 ? "" : "#work "}${index % 13 === 0 ? "other" : "needle"} ${index}`,
        pinned: index % 100 === 0,
        createdMs: baseMs + Math.floor(index / 3),
        updatedMs: baseMs + ((index * 31) % 1400),
      }),
    );
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (const row of rows) await saveRow(stores, row);
    });
    const desc = (field: OrderField): OrderTerm => ({ field, direction: "desc" });
    for (const filter of [
      `"work" in tags`,
      `content.contains("needle")`,
      `content.contains("NEEDLE") && "work" in tags`,
      `created_ts >= timestamp(${baseMs / 1000})`,
    ]) {
      for (const order of [
        [desc("create_time")],
        [desc("update_time")],
        [desc("pinned"), desc("create_time")],
      ]) {
        const query: MemoListQuery = {
          access: { user: "users/alice", spaces: [] },
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: filterOf(filter),
          order,
          after: null,
          offset: 0,
          limit: 150,
        };
        const expected = expectedIds(rows, query);
        expect(expected.length).toBeGreaterThan(1000);
        expect(await readPages(open, query, "keyset")).toEqual(expected);
      }
    }
  });

  test("merges any number of spaces", async () => {
    const names = Array.from({ length: 30 }, (_, n) => `spaces/s${n}`);
    const rows = names.map((space, n) =>
      memoRow(`m${n}`, {
        creator: "users/bob",
        visibility: "SPACE",
        space,
        content: "#work",
        createdMs: baseMs + ((n * 13) % 30),
      }),
    );
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (const row of rows) await saveRow(stores, row);
    });
    for (const joined of [names.slice(0, 20), names.slice(0, 25), [...names, ...names]]) {
      for (const filter of [null, `"work" in tags`]) {
        const query: MemoListQuery = {
          access: { user: "users/alice", spaces: joined },
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: filter === null ? null : filterOf(filter),
          order: [{ field: "create_time", direction: "desc" }],
          after: null,
          offset: 0,
          limit: 7,
        };
        const expected = expectedIds(rows, query);
        expect(expected).toHaveLength(Math.min(joined.length, 30));
        expect(await readPages(open, query, "keyset")).toEqual(expected);
      }
    }
  });

  test("an insert between two pages does not shift rows", async () => {
    await using open = await tempDatabase();
    const { database } = open;
    await database.write(async (stores) => {
      for (let n = 0; n < 6; n += 1) {
        await saveRow(stores, memoRow(`m${n}`, { createdMs: baseMs + n }));
      }
    });
    const query: MemoListQuery = {
      access: { user: "users/alice", spaces: [] },
      state: "NORMAL",
      trash: "none",
      parent: null,
      filter: null,
      order: [{ field: "create_time", direction: "desc" }],
      after: null,
      offset: 0,
      limit: 3,
    };
    const first = await database.read(({ memos }) => memos.list(query));
    await database.write(async (stores) => {
      await saveRow(stores, memoRow("new", { createdMs: baseMs + 99 }));
      await stores.memos.remove("m3");
    });
    const last = first[2];
    if (last === undefined) throw new Error("the first page is short");
    const after = keysetOf(last, query.order);
    const second = await database.read(({ memos }) => memos.list({ ...query, after }));
    expect([...first, ...second].map((memo) => memo.id)).toEqual([
      "m5",
      "m4",
      "m3",
      "m2",
      "m1",
      "m0",
    ]);
  });
});
