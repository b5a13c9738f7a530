import { type Keyset, type OrderTerm, totalOrder } from "@tidemark/core";
import { joinSql, sqlText, type SqlFragment } from "../sql/sql-text.ts";

type SortColumn = "pinned" | "created_ms" | "updated_ms" | "deleted_ms" | "id" | "number";

/** A column to sort by, and the value at the end of the last page; `after` is null on the first page. */
interface SortColumnKey<C extends string> {
  readonly column: C;
  readonly descending: boolean;
  readonly after: string | number | null;
}

/** A total order over memos: no two have the same values in all of its keys. */
export type ListOrder = readonly SortColumnKey<SortColumn>[];

const columns = {
  pinned: "pinned",
  create_time: "created_ms",
  update_time: "updated_ms",
  delete_time: "deleted_ms",
  name: "id",
  number: "number",
} as const;

/** Returns the order of the terms; newest first without any. */
export function listOrder(terms: readonly OrderTerm[], after: Keyset | null): ListOrder {
  return sortColumns(terms, columns, after);
}

/** Returns the columns of a total order (`totalOrder`), each with its value at the end of the last page. */
export function sortColumns<F extends string, C extends string>(
  terms: readonly { readonly field: F; readonly direction: "asc" | "desc" }[],
  columnOf: Readonly<Record<F | "create_time" | "number", C>>,
  after: Keyset | null,
): readonly SortColumnKey<C>[] {
  return totalOrder(terms).map(({ field, direction }, index) => ({
    column: columnOf[field],
    descending: direction === "desc",
    after: after === null ? null : valueAt(after, index),
  }));
}

/** Returns the ORDER BY terms. `placeOf` maps a column to its expression, such as `m.created_ms`. */
export function orderBySql<C extends string>(
  order: readonly SortColumnKey<C>[],
  placeOf: (column: C) => string,
): string {
  return order
    .map(({ column, descending }) => `${placeOf(column)} ${descending ? "DESC" : "ASC"}`)
    .join(", ");
}

/** Returns the condition for rows after the keyset; null on the first page. */
export function afterSql<C extends string>(
  order: readonly SortColumnKey<C>[],
  placeOf: (column: C) => string,
): SqlFragment | null {
  const values = order.map((key) => key.after);
  if (values.includes(null)) return null;
  const [first] = order;
  if (first === undefined) return null;
  if (order.every((key) => key.descending === first.descending)) {
    // A comparison of row values becomes one range of the index.
    const names = order.map((key) => placeOf(key.column)).join(", ");
    const places = order.map(() => "?").join(", ");
    return sqlText(`(${names}) ${beyond(first)} (${places})`, ...values);
  }
  const compare = (key: SortColumnKey<C>, operator: string): SqlFragment =>
    sqlText(`${placeOf(key.column)} ${operator} ?`, key.after);
  const cases = order.map((key, depth) =>
    joinSql(
      [...order.slice(0, depth).map((equal) => compare(equal, "=")), compare(key, beyond(key))],
      " AND ",
    ),
  );
  const anyCase = joinSql(cases, " OR ");
  // Implied by every case, and the only part that can use an index.
  const bound = compare(first, `${beyond(first)}=`);
  return joinSql([bound, { ...anyCase, sql: `(${anyCase.sql})` }], " AND ");
}

function beyond({ descending }: Pick<SortColumnKey<string>, "descending">): "<" | ">" {
  return descending ? "<" : ">";
}

function valueAt(after: Keyset, index: number): string | number {
  const value = after.values[index];
  if (value === undefined) throw new Error("the keyset has fewer values than the order has keys");
  return value;
}
