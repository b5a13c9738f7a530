import { invalidField, type AppError } from "../error/errors.ts";
import { camelCase } from "../names/field-mask.ts";
import { err, ok, type Result } from "../error/result.ts";

/** Field names in camelCase, as clients spell them, with their default direction. */
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
 * Parses `orderBy`: comma-separated fields, each with `asc`, `desc` or its default direction; a trailing
 * comma is ignored. Never empty: empty text gives `defaultOrder`. Returns INVALID_ARGUMENT for an unknown
 * field or direction, or a field that is named twice.
 */
export function parseOrderBy(text: string): Result<readonly OrderTerm[], AppError> {
  return parseOrder(text, orderFields, defaultOrder);
}

/** Parses the order of any list. `fields`: by camelCase name, with the default direction. */
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
    if (seen.has(known.field)) return err(invalidField("orderBy", `${name} is given twice`));
    seen.add(known.field);
    terms.push({ field: known.field, direction: wanted });
  }
  return ok(terms);
}

const timeFields: ReadonlySet<string> = new Set(["create_time", "update_time", "delete_time"]);

/**
 * Adds tie-breakers to an order: the creation time, then the row number, which ascends with insertion. Both
 * use the direction of the last time field, or newest first if there is none. An order by name needs neither,
 * because names are unique.
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

/** Order fields. `delete_time` is only for the trash and can't be requested by clients. */
export type OrderField = "pinned" | "create_time" | "update_time" | "delete_time" | "name";

export interface OrderTerm {
  readonly field: OrderField;
  readonly direction: "asc" | "desc";
}

/** Key of a total order: a requested field or a tie-breaker (`totalOrder`). */
export interface SortKey<F extends string = OrderField> {
  readonly field: F | "create_time" | "number";
  readonly direction: "asc" | "desc";
}

/**
 * End of a page: the last row's values for each key of the list's total order, and its id. Lists without an
 * order continue after the id.
 */
export interface Keyset {
  readonly values: readonly (string | number)[];
  readonly id: string;
}
