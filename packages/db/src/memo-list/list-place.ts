import type { MemoListQuery } from "@tidemark/core";
import { filterCostMicros, heavyMicros } from "../filter/index.ts";
import type { ListOrder } from "./list-order.ts";

/**
 * Where a list runs.
 * - `here`: on the thread that asks, to the end; an index walk that ends with the page.
 * - `stepped`: on the thread that asks, and handed on when it visits rows for longer than expected.
 * - `worker`: on a thread of its own from the start.
 */
export type ListPlace = "here" | "stepped" | "worker";

/** What one list is expected to do. */
export interface ListWork {
  readonly filter: MemoListQuery["filter"];
  /** About how many rows are visited, at most. */
  readonly rows: number;
  /** Whether all of the rows are visited whatever is found, to be sorted or counted. */
  readonly visitsAll: boolean;
  /** Whether all of the rows are read, not only found. */
  readonly readsRows?: boolean;
  /** Whether the index that is walked holds the flags too, so that only some filters read the rows. */
  readonly walksFlags: boolean;
}

/** More than this is not worth risking on the thread that answers everybody. */
const maxMicrosHere = 20_000;
/** Up to here what a walk over plain columns takes is less than what watching it would add. */
const maxMicrosUnwatched = 15_000;
const sortMicros = 1.5;
const seekMicros = 1;
const readMicros = 4;

/** The fields that the index by creation holds beside the order. */
const walkedFields: ReadonlySet<string> = new Set([
  "created_ts",
  "creator",
  "pinned",
  "visibility",
  "has_link",
  "has_task_list",
  "has_code",
  "has_incomplete_tasks",
  "has_location",
]);

/** Decides by estimate; a wrong one costs time and changes no answer. */
export function placeList({ filter, rows, visitsAll, readsRows, walksFlags }: ListWork): ListPlace {
  if (filter === null && !visitsAll) return "here";
  const filterMicros = filter === null ? 0 : filterCostMicros(filter);
  const seeks = filter !== null && !(walksFlags && [...filter.fields].every(isWalked));
  const rowMicros =
    filterMicros +
    (seeks ? seekMicros : 0) +
    (visitsAll ? sortMicros : 0) +
    (readsRows === true ? readMicros : 0);
  const isHeavy = visitsAll || filterMicros >= heavyMicros;
  if (!isHeavy) return rows * rowMicros <= maxMicrosUnwatched ? "here" : "stepped";
  return rows * rowMicros > maxMicrosHere ? "worker" : "stepped";
}

function isWalked(field: string): boolean {
  return walkedFields.has(field);
}

/** The orders that the indexes of an ordinary list have beside the one by creation. */
const walkedColumns: ReadonlySet<string> = new Set([
  "updated_ms,created_ms,number",
  "pinned,created_ms,number",
]);

/** The order that the trash has beside the one by creation. */
const trashColumns = "deleted_ms,created_ms,number";

/** Whether an index gives the rows of every source in this order, so that a page ends its walk. */
export function isWalkedInOrder(
  order: ListOrder,
  query: Pick<MemoListQuery, "state" | "trash" | "parent">,
): boolean {
  const [first] = order;
  if (first === undefined || order.some((key) => key.descending !== first.descending)) return false;
  const columns = order.map((key) => key.column).join();
  if (columns === "created_ms,number") return true;
  if (columns === trashColumns) return query.trash === "only" && query.parent === null;
  const isOrdinary = query.state === "NORMAL" && query.trash === "none" && query.parent === null;
  return isOrdinary && walkedColumns.has(columns);
}
