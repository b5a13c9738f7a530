import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import { filterCostMicros, filterDrivers } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import { dialectOf } from "../sql/sql-text.ts";
import type { HitWalk, RowNumbers } from "../sql/text-search.ts";
import { hitLook, type HitLook } from "./hit-look.ts";
import { type DriverChoice, maxSorted } from "./list-driver.ts";
import type { ListOrder } from "./list-order.ts";
import { isWalkedInOrder } from "./list-place.ts";
import { type Candidate, mergePages } from "./source-pages.ts";

// What was made last nearly always stands first in a list, but nothing says so: an imported memo is as
// old as it says. So the newest hits are asked, and then an index is walked from the start of the page
// to its end for memos that were made before any of them: those are looked at as well.

/** Hits that are asked for at first, where the page needs no more. */
const fewHits = 64;
/** Above these a page is not looked for so. */
const maxWanted = 500;
const maxHits = 4000;
const maxMicros = 20_000;
/** What asks a memo for longer, as patterns do, is watched while it runs. */
const maxMicrosEach = 25;
/** Memos on a page's way that no hits were asked of, above which making says nothing about the order. */
const maxExtras = 200;
/** Memos on a page's way, known or not, that are walked past: nothing stops a walk on the thread that answers. */
const maxWalked = 20_000;
/** Up to here it costs less to ask each memo that is walked. */
const fewRows = 300;

export type FoundByText =
  /** Its numbers, in their order. */
  | { readonly type: "page"; readonly pks: readonly number[] }
  | { readonly type: "choice"; readonly choice: DriverChoice };

/**
 * Looks for a page of memos with a text among those hits that were made last, or first. Null where that
 * is no way to find it, or does not end soon.
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
  const look = walk === null ? null : hitLook(db, { query, filter, order, offers });
  if (walk === null || look === null) return null;

  const isNewestFirst = order[0]?.descending === true;
  const bounds = { wanted, first, most, order };
  // The other end is the second guess: some imports bring the newest notes first.
  for (const direction of isNewestFirst ? (["down", "up"] as const) : (["up", "down"] as const)) {
    const found = await lookAlong(walk, look, direction, bounds);
    if (found === "elsewhere") continue;
    if (found === null || "type" in found) return found;
    return { type: "page", pks: found.slice(query.offset).map(({ pk }) => pk) };
  }
  return null;
}

/** `elsewhere`: the memos that stand first were made at another end. */
async function lookAlong(
  walk: HitWalk,
  look: HitLook,
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

/** Hits so rare that to ask all of them costs less than the walk past the memos between a page of them. */
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
