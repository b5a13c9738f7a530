import type { MemoListQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import { type FilterDriver, filterDrivers, trigramMatch } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import type { ListOrder } from "./list-order.ts";
import { selectRows, sqlText, type SqlFragment } from "./sql-fragment.ts";

/**
 * What a list walks to find its rows. The filter is asked of every row all the same, so the choice
 * changes what a page costs and never what it holds.
 */
export type ListDriver =
  /** The index in the order asked for. */
  | { readonly type: "order" }
  /** The memos of one tag by time of creation; the bounds are inclusive. */
  | {
      readonly type: "tag";
      readonly tag: string;
      readonly fromMs: number | null;
      readonly toMs: number | null;
    }
  /** The memos created in a short time, sorted afterwards. */
  | { readonly type: "time" }
  /** These rows, sorted afterwards. */
  | { readonly type: "rows"; readonly pks: readonly number[] };

export interface DriverChoice {
  readonly driver: ListDriver;
  /** Whether the filter should ask the text index: pointless where this choice has already. */
  readonly usesTextIndex: boolean;
  /** Rows that hold every match, too many to sort; a walk passes the others by unread. Null: unknown. */
  readonly narrowedTo: readonly number[] | null;
}

/** Up to here reading and sorting the candidates costs about as much as walking an index past others. */
const maxSorted = 1000;

/** Up to here finding the candidates costs less than reading the texts that a walk meets without them. */
const maxNarrowed = 4000;

type TagDriver = Extract<FilterDriver, { kind: "tag" }>;
type TextDriver = Extract<FilterDriver, { kind: "text" }>;
type TimeDriver = Extract<FilterDriver, { kind: "time" }>;

export async function chooseDriver(
  db: Kysely<Tables>,
  query: Pick<MemoListQuery, "access" | "state" | "trash" | "filter">,
  order: ListOrder,
): Promise<DriverChoice> {
  const inOrder = { type: "order" } as const;
  if (query.filter === null) return { driver: inOrder, usesTextIndex: true, narrowedTo: null };
  const offers = filterDrivers(query.filter);
  const text = offers.find((offer): offer is TextDriver => offer.kind === "text");
  let narrowedTo: readonly number[] | null = null;
  if (text !== undefined) {
    const pks = await findByTrigrams(db, text.trigrams);
    if (pks.length <= maxSorted) {
      return { driver: { type: "rows", pks }, usesTextIndex: false, narrowedTo };
    }
    if (pks.length <= maxNarrowed) narrowedTo = pks;
  }
  const found = { usesTextIndex: text === undefined, narrowedTo };
  // The other indexes hold the memos of an ordinary list only.
  if (query.state !== "NORMAL" || query.trash === "only") {
    return { driver: inOrder, ...found };
  }
  const isByCreation = order[0]?.column === "created_ms";
  const time = offers.find((offer): offer is TimeDriver => offer.kind === "time");
  const tags = offers.filter((offer): offer is TagDriver => offer.kind === "tag");
  const tag = await rarestTag(db, query.access.user, tags, isByCreation);
  if (tag !== null) {
    const { fromMs = null, toMs = null } = time ?? {};
    return { driver: { type: "tag", tag, fromMs, toMs }, ...found };
  }
  if (time !== undefined && !isByCreation && (await isShort(db, query.access.user, time))) {
    return { driver: { type: "time" }, ...found };
  }
  return { driver: inOrder, ...found };
}

/** Rows that hold all the trigrams, up to one more than is worth knowing. */
async function findByTrigrams(
  db: Kysely<Tables>,
  trigrams: readonly string[],
): Promise<readonly number[]> {
  const rows = await selectRows<{ pk: number }>(
    db,
    sqlText(
      "SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? LIMIT ?",
      trigramMatch(trigrams),
      maxNarrowed + 1,
    ),
  );
  return rows.map((row) => row.pk);
}

/** Null when no tag is worth walking: in another order than by creation, only a rare one is. */
async function rarestTag(
  db: Kysely<Tables>,
  user: string | null,
  tags: readonly TagDriver[],
  isByCreation: boolean,
): Promise<string | null> {
  const [first] = tags;
  if (first === undefined) return null;
  if (isByCreation && tags.length === 1) return first.tag;
  let rarest = first.tag;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { tag } of tags) {
    const rows = await countUpTo(db, [
      sqlText("SELECT 1 FROM memo_tag WHERE creator = ? AND tag = ?", user, tag),
      sqlText(
        "SELECT 1 FROM memo_tag INDEXED BY memo_tag_shared WHERE tag = ? AND listed = 1 AND visibility >= 2",
        tag,
      ),
    ]);
    if (rows < fewest) [rarest, fewest] = [tag, rows];
  }
  return isByCreation || fewest <= maxSorted ? rarest : null;
}

async function isShort(
  db: Kysely<Tables>,
  user: string | null,
  time: TimeDriver,
): Promise<boolean> {
  const listed = "state = 0 AND parent IS NULL AND deleted = 0";
  const fromMs = time.fromMs ?? Number.MIN_SAFE_INTEGER;
  const toMs = time.toMs ?? Number.MAX_SAFE_INTEGER;
  const rows = await countUpTo(db, [
    sqlText(
      `SELECT 1 FROM memo INDEXED BY memo_own_created WHERE ${listed} AND creator = ? AND created_ms BETWEEN ? AND ?`,
      user,
      fromMs,
      toMs,
    ),
    sqlText(
      `SELECT 1 FROM memo INDEXED BY memo_shared_created WHERE ${listed} AND visibility >= 2 AND created_ms BETWEEN ? AND ?`,
      fromMs,
      toMs,
    ),
  ]);
  return rows <= maxSorted;
}

/** The number of rows of all the queries; stops counting soon after it passes what is worth sorting. */
async function countUpTo(db: Kysely<Tables>, queries: readonly SqlFragment[]): Promise<number> {
  let total = 0;
  for (const query of queries) {
    const [row] = await selectRows<{ count: number }>(db, {
      sql: `SELECT count(*) AS count FROM (${query.sql} LIMIT ?)`,
      parameters: [...query.parameters, maxSorted + 1],
    });
    total += row?.count ?? 0;
  }
  return total;
}
