import type { Keyset, OrderTerm } from "@tidemark/core";
import { joinSql, sqlText, type SqlFragment } from "./sql-fragment.ts";

type SortColumn = "pinned" | "created_ms" | "updated_ms" | "id";

/** A column to sort by and, on a page after the first, the value that the last page ended at. */
interface SortKey {
  readonly column: SortColumn;
  readonly descending: boolean;
  readonly after: string | number | null;
}

/** A total order over memos: the terms without repetition, then the id. */
export type ListOrder = readonly SortKey[];

const columns = {
  pinned: "pinned",
  create_time: "created_ms",
  update_time: "updated_ms",
  name: "id",
} as const satisfies Record<OrderTerm["field"], SortColumn>;

/** No terms: newest first. */
export function listOrder(terms: readonly OrderTerm[], after: Keyset | null): ListOrder {
  const keys: SortKey[] = [];
  const asked: readonly OrderTerm[] =
    terms.length > 0 ? terms : [{ field: "create_time", direction: "desc" }];
  for (const [index, term] of asked.entries()) {
    const column = columns[term.field];
    if (keys.some((key) => key.column === column)) continue;
    const descending = term.direction === "desc";
    if (column === "id") return [...keys, { column, descending, after: after?.id ?? null }];
    keys.push({ column, descending, after: after === null ? null : valueAt(after, index) });
  }
  const descending = asked.at(-1)?.direction === "desc";
  return [...keys, { column: "id", descending, after: after?.id ?? null }];
}

/** `createdFrom`: the alias that `created_ms` is read from; null where columns stand without one. */
export function orderBySql(order: ListOrder, createdFrom: "m" | "t" | null): string {
  return order
    .map((key) => {
      const alias = key.column === "created_ms" ? createdFrom : "m";
      const column = createdFrom === null ? key.column : `${alias}.${key.column}`;
      return `${column} ${key.descending ? "DESC" : "ASC"}`;
    })
    .join(", ");
}

/** The rows that come after the keyset; null on the first page. */
export function afterSql(order: ListOrder, alias: string): SqlFragment | null {
  const values = order.map((key) => key.after);
  if (values.includes(null)) return null;
  const [first] = order;
  if (first === undefined) return null;
  if (order.every((key) => key.descending === first.descending)) {
    // As a row value the whole comparison becomes one range of the index.
    const names = order.map((key) => `${alias}.${key.column}`).join(", ");
    const places = order.map(() => "?").join(", ");
    return sqlText(`(${names}) ${beyond(first)} (${places})`, ...values);
  }
  const cases = order.map((key, depth) =>
    joinSql(
      [
        ...order.slice(0, depth).map((equal) => compare(alias, equal, "=")),
        compare(alias, key, beyond(key)),
      ],
      " AND ",
    ),
  );
  const anyCase = joinSql(cases, " OR ");
  // Implied by every case, and the only part that an index can serve.
  const bound = compare(alias, first, `${beyond(first)}=`);
  return joinSql([bound, { ...anyCase, sql: `(${anyCase.sql})` }], " AND ");
}

function beyond(key: SortKey): "<" | ">" {
  return key.descending ? "<" : ">";
}

function compare(alias: string, key: SortKey, operator: string): SqlFragment {
  return sqlText(`${alias}.${key.column} ${operator} ?`, key.after);
}

function valueAt(after: Keyset, index: number): string | number {
  const value = after.values[index];
  if (value === undefined) throw new Error("the keyset has fewer values than the order has terms");
  return value;
}
