import type { MemoListQuery } from "@tidemark/core";
import { filterCostMicros, heavyMicros } from "../filter/index.ts";
import type { ListOrder } from "./list-order.ts";

/**
 * Execution mode of a list.
 * - `here`: runs on the calling thread to the end; an index scan that stops with the page.
 * - `stepped`: runs on the calling thread, and moves to a worker if it takes longer than expected.
 * - `worker`: runs on another thread from the start.
 */
export type ExecutionMode = "here" | "stepped" | "worker";

/** Expected work of one list. */
export interface ListWork {
  readonly filter: MemoListQuery["filter"];
  /** Estimated maximum number of rows visited. */
  readonly rows: number;
  /** True if all rows are visited in any case, to be sorted or counted. */
  readonly visitsAll: boolean;
  /** True if all rows are read, not only found. */
  readonly readsRows?: boolean;
  /** True if the scanned index has the flags too, so only some filters read the rows. */
  readonly walksFlags: boolean;
}

/** Maximum estimate for running on the main thread. */
const maxMicrosHere = 20_000;
/** Maximum estimate for a scan of plain columns to run without step checks, which would add more time. */
const maxMicrosUnwatched = 15_000;
const sortMicros = 1.5;
const seekMicros = 1;
const readMicros = 4;

/** Filter fields that the index by creation includes. */
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

/** Decides by estimate; a wrong one costs time but never changes the result. */
export function chooseExecution({
  filter,
  rows,
  visitsAll,
  readsRows,
  walksFlags,
}: ListWork): ExecutionMode {
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

/** Orders that ordinary lists have indexes for, besides creation. */
const walkedColumns: ReadonlySet<string> = new Set([
  "updated_ms,created_ms,number",
  "pinned,created_ms,number",
]);

/** Order that the trash has an index for, besides creation. */
const trashColumns = "deleted_ms,created_ms,number";

/** Returns whether an index has the rows of every source in this order, so a scan stops with the page. */
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
