import { type Keyset, type MemoListQuery, type OrderTerm, totalOrder } from "@tidemark/core";
import type { FilterPlan } from "@tidemark/core/filter";
import type { Kysely } from "kysely";
import { filterDrivers } from "../../src/filter/index.ts";
import type { DriverChoice, ListDriver } from "../../src/memo-list/list-driver.ts";
import { listMemoNumbers, prepareList, rowsInOrder } from "../../src/memo-list/list-rows.ts";
import { dialectOf, selectRows, sqlText } from "../../src/sql/sql-text.ts";
import type { TextHits, TextNeedle } from "../../src/sql/text-search.ts";
import { number, rowOf } from "../../src/sql/row.ts";
import type { Tables } from "../../src/schema/tables.ts";
import type { MemoWithId } from "./filter-database.ts";
import type { ReadAccess } from "@tidemark/core/model";

const pkRow = rowOf({ pk: number });

/** Returns every choice that the list of a filter may use to find its rows. */
export async function allChoices(db: Kysely<Tables>, plan: FilterPlan): Promise<DriverChoice[]> {
  const offers = filterDrivers(plan);
  const time = offers.find((offer) => offer.kind === "time");
  const { fromMs, toMs } = time ?? { fromMs: null, toMs: null };
  const drivers: ListDriver[] = [{ type: "order" }];
  let hits: TextHits | null = null;
  for (const offer of offers) {
    if (offer.kind === "time" || offer.kind === "pinned" || offer.kind === "shared") {
      drivers.push({ type: offer.kind });
    }
    if (offer.kind === "tag") {
      drivers.push({ type: "tag", tag: offer.tag, fromMs, toMs });
      drivers.push({ type: "tag", tag: offer.tag, fromMs: null, toMs: null });
    }
    if (offer.kind === "branch") {
      drivers.push({ type: "rows", pks: await branchOf(db, offer.tag) });
    }
    if (offer.kind === "text") {
      hits = await hitsOf(db, offer.needles);
      if (hits !== null) drivers.push({ type: "rows", pks: hits.pks });
    }
  }
  const rows = 100_000;
  return drivers.flatMap((driver) =>
    [true, false].flatMap((usesTextIndex) =>
      (hits === null ? [null] : [null, hits.pks]).map((narrowedTo) => ({
        driver,
        usesTextIndex,
        narrowedTo,
        rows,
        haveTexts:
          hits?.areExact === true &&
          (narrowedTo !== null || (driver.type === "rows" && driver.pks === hits.pks)),
      })),
    ),
  );
}

async function branchOf(db: Kysely<Tables>, tag: string): Promise<readonly number[]> {
  const found = await selectRows(
    db,
    sqlText(
      "SELECT DISTINCT memo_pk AS pk FROM memo_tag WHERE tag = ? OR substr(tag, 1, ?) = ?",
      tag,
      tag.length + 1,
      `${tag}/`,
    ),
    pkRow,
  );
  return found.map(({ pk }) => pk);
}

/** Returns the hits of an index; null if no index can tell. */
async function hitsOf(
  db: Kysely<Tables>,
  needles: readonly TextNeedle[],
): Promise<TextHits | null> {
  return dialectOf(db).texts.findHits(db, needles, { user: access.user, all: false }, 1000);
}

const byCreation = (direction: "asc" | "desc"): OrderTerm => ({ field: "create_time", direction });

/** Orders with and without an index, in one direction and in both. */
export const orders: readonly (readonly OrderTerm[])[] = [
  [byCreation("desc")],
  [byCreation("asc")],
  [{ field: "update_time", direction: "desc" }],
  [{ field: "pinned", direction: "desc" }, byCreation("desc")],
  [
    { field: "pinned", direction: "desc" },
    { field: "update_time", direction: "asc" },
  ],
  [{ field: "pinned", direction: "desc" }],
  [{ field: "pinned", direction: "asc" }],
  [{ field: "update_time", direction: "asc" }],
  [{ field: "name", direction: "asc" }],
  [byCreation("desc"), { field: "name", direction: "asc" }],
];

export const access: ReadAccess = { user: "users/1", spaces: ["spaces/a", "spaces/team-a"] };

export function mayRead(memo: MemoWithId): boolean {
  if (memo.creator === access.user || memo.visibility === "PUBLIC") return true;
  if (memo.visibility === "PROTECTED") return true;
  return memo.visibility === "SPACE" && memo.space !== null && access.spaces.includes(memo.space);
}

/** Returns all pages of a list in sequence, as ids. */
export async function pagesOf(
  db: Kysely<Tables>,
  plan: FilterPlan,
  how: {
    readonly order: readonly OrderTerm[];
    readonly pageSize: number;
    readonly choice?: DriverChoice;
  },
): Promise<string[]> {
  const ids: string[] = [];
  let after: Keyset | null = null;
  for (;;) {
    const query: MemoListQuery = {
      access,
      state: "NORMAL",
      trash: "none",
      parent: null,
      filter: plan,
      order: how.order,
      after,
      offset: 0,
      limit: how.pageSize,
    };
    const rows = await rowsInOrder(
      db,
      await listMemoNumbers(db, await prepareList(db, query, how.choice)),
    );
    ids.push(...rows.map((row) => row.id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < how.pageSize) return ids;
    const columns = {
      pinned: last.pinned,
      create_time: last.created_ms,
      update_time: last.updated_ms,
      delete_time: last.deleted_ms ?? 0,
      name: last.id,
      number: last.pk,
    };
    after = { values: totalOrder(how.order).map((key) => columns[key.field]), id: last.id };
  }
}

/** Sorts as lists do; ids here are ASCII, and memos were created in the order of `memos`. */
export function inOrder(
  memos: readonly MemoWithId[],
  order: readonly OrderTerm[],
): readonly MemoWithId[] {
  const isUp = order.findLast(({ field }) => field.endsWith("_time"))?.direction === "asc";
  const valuesOf = (memo: MemoWithId) => ({
    pinned: memo.pinned ? 1 : 0,
    create_time: memo.createdMs,
    update_time: memo.updatedMs,
    delete_time: 0,
    name: memo.id,
  });
  return memos.toSorted((a, b) => {
    for (const { field, direction } of order) {
      const [x, y] = [valuesOf(a)[field], valuesOf(b)[field]];
      if (x !== y) return x < y === (direction === "asc") ? -1 : 1;
    }
    const isBefore = a.createdMs - b.createdMs || memos.indexOf(a) - memos.indexOf(b);
    return isUp ? isBefore : -isBefore;
  });
}
