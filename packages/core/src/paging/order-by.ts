import { invalidField, type AppError } from "../error/errors.ts";
import { camelCase } from "../names/field-mask.ts";
import { err, ok, type Result } from "../error/result.ts";

/** Field names as clients spell them, once in camelCase, and the direction each has unless told. */
const orderFields = new Map<string, OrderTerm>([
  ["pinned", { field: "pinned", direction: "desc" }],
  ["createTime", { field: "create_time", direction: "desc" }],
  ["displayTime", { field: "create_time", direction: "desc" }],
  ["createdTs", { field: "create_time", direction: "desc" }],
  ["displayTs", { field: "create_time", direction: "desc" }],
  ["updateTime", { field: "update_time", direction: "desc" }],
  ["updatedTs", { field: "update_time", direction: "desc" }],
  ["name", { field: "name", direction: "asc" }],
]);

/** Newest first. */
export const defaultOrder: readonly OrderTerm[] = [{ field: "create_time", direction: "desc" }];

/**
 * Reads `orderBy`: comma-separated fields, each with `asc` or `desc` or its default direction; a
 * trailing comma is ignored. Never empty: empty text gives `defaultOrder`. Errors: INVALID_ARGUMENT naming an unknown field or
 * direction, or a field that is named twice.
 */
export function parseOrderBy(text: string): Result<readonly OrderTerm[], AppError> {
  return parseOrder(text, orderFields, defaultOrder);
}

/** The same for any list: `fields` by their camelCase name, with the direction each has unless told. */
export function parseOrder<F extends string>(
  text: string,
  fields: ReadonlyMap<string, { readonly field: F; readonly direction: "asc" | "desc" }>,
  unordered: readonly { readonly field: F; readonly direction: "asc" | "desc" }[],
): Result<readonly { readonly field: F; readonly direction: "asc" | "desc" }[], AppError> {
  if (text.trim() === "") return ok(unordered);
  const terms: { field: F; direction: "asc" | "desc" }[] = [];
  const seen = new Set<F>();
  for (const part of text.replace(/([^,\s])\s*,\s*$/, "$1").split(",")) {
    const [name = "", direction, ...rest] = part.trim().split(/\s+/);
    const known = fields.get(camelCase(name));
    if (known === undefined) {
      return err(
        invalidField("orderBy", name === "" ? "has an empty term" : `unknown field ${name}`),
      );
    }
    const wanted = direction === undefined ? known.direction : direction.toLowerCase();
    if ((wanted !== "asc" && wanted !== "desc") || rest.length > 0) {
      return err(invalidField("orderBy", `${name} takes asc or desc`));
    }
    if (seen.has(known.field)) return err(invalidField("orderBy", `${name} is named twice`));
    seen.add(known.field);
    terms.push({ field: known.field, direction: wanted });
  }
  return ok(terms);
}

const timeFields: ReadonlySet<string> = new Set(["create_time", "update_time", "delete_time"]);

/**
 * The terms of an order with what breaks their ties: the time of creation, then the number of the row,
 * which is the order in which rows were made. Both in the direction of the last time that is named,
 * newest first where none is. An order by name needs neither: names are unique.
 */
export function totalOrder<F extends string>(
  terms: readonly { readonly field: F; readonly direction: "asc" | "desc" }[],
): readonly SortKey<F>[] {
  const keys: SortKey<F>[] = [...terms];
  if (keys.some(({ field }) => field === "name")) return keys;
  const direction = keys.findLast(({ field }) => timeFields.has(field))?.direction ?? "desc";
  if (!keys.some(({ field }) => field === "create_time")) {
    keys.push({ field: "create_time", direction });
  }
  return [...keys, { field: "number", direction }];
}

/** `delete_time` is of the trash alone, and no order that clients can ask for. */
export type OrderField = "pinned" | "create_time" | "update_time" | "delete_time" | "name";

export interface OrderTerm {
  readonly field: OrderField;
  readonly direction: "asc" | "desc";
}

/** A part of a total order: a field that was asked for, or what breaks ties (`totalOrder`). */
export interface SortKey<F extends string = OrderField> {
  readonly field: F | "create_time" | "number";
  readonly direction: "asc" | "desc";
}

/**
 * Where a page ended: the last row's values of each key of the list's total order, and its id, by
 * which lists go on that have no orders.
 */
export interface Keyset {
  readonly values: readonly (string | number)[];
  readonly id: string;
}
