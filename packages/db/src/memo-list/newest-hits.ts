import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import { filterCostMicros, filterDrivers } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import { dialectOf } from "../sql/sql-text.ts";
import type { HitWalk, RowNumbers } from "../sql/text-search.ts";
import { hitProbe, type HitProbe } from "./hit-probe.ts";
import { type DriverChoice, maxSorted } from "./list-driver.ts";
import type { ListOrder } from "./list-order.ts";
import { isWalkedInOrder } from "./execution-mode.ts";
import { type Candidate, mergePages } from "./source-pages.ts";

// The newest memos are usually first in a list, but not always: an imported memo keeps its old date. So this
// evaluates the newest hits first. It then scans an index from the start of the page to its end. Memos
// outside the range of numbers covered so far are evaluated too.

/** Number of hits evaluated first, unless the page needs more. */
const fewHits = 64;
/**
 * Limits of this strategy: the rows of a page including its offset, the hits, and the cost in microseconds.
 */
const maxWanted = 500;
const maxHits = 4000;
const maxMicros = 20_000;
/**
 * Maximum cost per memo in microseconds. Costlier filters, such as patterns, run with step checks instead.
 */
const maxMicrosEach = 25;
/**
 * Maximum number of unevaluated memos in the page's range; with more, creation doesn't predict the order.
 */
const maxExtras = 200;
/** Maximum number of memos to scan in the page's range: nothing interrupts a scan on the main thread. */
const maxWalked = 20_000;
/** Maximum number of rows up to which evaluating each one costs less. */
const fewRows = 300;

export type FoundByText =
  /** Row numbers of the page, in order. */
  | { readonly type: "page"; readonly pks: readonly number[] }
  | { readonly type: "choice"; readonly choice: DriverChoice };

/**
 * Looks for a page of memos with a text among the hits with the highest or lowest numbers. Returns null if
 * this strategy doesn't apply or takes too long.
 */
export async function findByText(
  db: Kysely<Tables>,
  query: MemoListQuery,
  order: ListOrder,
): Promise<FoundByText | null> {
  const { filter, parent, reach } = query;
  const wanted = query.offset + query.limit;
  if (filter === null || wanted > maxWanted || query.limit <= 0) return null;
  if (parent !== null && reach === undefined) return null;
  const offers = filterDrivers(filter);
  const text = offers.find((offer) => offer.kind === "text");
  const micros = filterCostMicros(filter);
  const most = Math.min(maxHits, Math.floor(maxMicros / micros));
  const first = Math.max(fewHits, wanted + 1);
  const isCheap = micros <= maxMicrosEach && most >= first;
  if (text === undefined || !isCheap || !isWalkedInOrder(order, query)) return null;
  const walk = await dialectOf(db).texts.walkHits(db, text.needles);
  const look = walk === null ? null : hitProbe(db, { query, filter, order, offers });
  if (walk === null || look === null) return null;

  const isNewestFirst = order[0]?.descending === true;
  const bounds = { wanted, first, most, order };
  // Tries the other end next: some imports create the newest notes first.
  for (const direction of isNewestFirst ? (["down", "up"] as const) : (["up", "down"] as const)) {
    const found = await probeAlong(walk, look, direction, bounds);
    if (found === "elsewhere") continue;
    if (found === null || "type" in found) return found;
    return { type: "page", pks: found.slice(query.offset).map(({ pk }) => pk) };
  }
  return null;
}

/** Evaluates hits in one direction. Returns `elsewhere` if the list's first memos have other numbers. */
async function probeAlong(
  walk: HitWalk,
  look: HitProbe,
  direction: "down" | "up",
  {
    wanted,
    first,
    most,
    order,
  }: {
    readonly wanted: number;
    readonly first: number;
    readonly most: number;
    readonly order: ListOrder;
  },
): Promise<readonly Candidate[] | Extract<FoundByText, { type: "choice" }> | "elsewhere" | null> {
  const asked = await look.start(direction);
  const upTo = (pk: number | null): RowNumbers =>
    direction === "down"
      ? { ...asked, low: pk ?? asked.low }
      : { ...asked, high: pk ?? asked.high };
  let page: readonly Candidate[] = [];
  let size = first;
  let total = 0;
  let after: number | null = null;
  for (;;) {
    const pks = await walk.next({ direction, among: asked, after, limit: size });
    const isEnd = pks.length < size;
    const isFirst = total === 0;
    total += pks.length;
    after = pks.at(-1) ?? null;
    page = mergePages(page, await look.page(pks, wanted), order, wanted);
    if (isEnd && !look.isBegun) return page;
    const last = page.length === wanted ? (page.at(-1) ?? null) : null;
    const known = upTo(isEnd ? null : after);
    if (isFirst && !isEnd && areFewAndFar(total, { wanted, known, asked })) return null;
    if (last !== null || (!isEnd && after !== null && (await look.isPast(after)))) {
      const isWide = known.high - known.low > maxWalked;
      if (isWide && (await look.isLong(last, maxWalked))) return "elsewhere";
      const extras = await look.outside(known, last, maxExtras + 1);
      if (extras.length > maxExtras) return "elsewhere";
      return mergePages(page, await look.page(extras, wanted), order, wanted);
    }
    if (isFirst) {
      const rows = await look.outside(null, null, fewRows + 1);
      if (rows.length <= fewRows) return { type: "choice", choice: look.walk(rows.length) };
    }
    const needed = Math.ceil((total * wanted * 1.2) / Math.max(page.length, 0.5));
    size = Math.min(Math.max(needed, total * 2), total * 8, most) - total;
    if (isEnd || size <= 0) return null;
  }
}

/** Returns whether evaluating all hits costs less than scanning the memos between a page of them. */
function areFewAndFar(
  total: number,
  {
    wanted,
    known,
    asked,
  }: { readonly wanted: number; readonly known: RowNumbers; readonly asked: RowNumbers },
): boolean {
  const apart = (known.high - known.low) / total;
  return apart * wanted > maxWalked && (asked.high - asked.low) / apart <= maxSorted;
}
