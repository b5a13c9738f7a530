import { invalidField, type AppError } from "./errors.ts";
import { camelCase } from "./field-mask.ts";
import type { OrderField, OrderTerm } from "./ports.ts";
import { err, ok, type Result } from "./result.ts";

/** Field names as clients spell them, once in camelCase, and the direction each has unless told. */
const orderFields = new Map<string, OrderTerm>([
  ["pinned", { field: "pinned", direction: "desc" }],
  ["createTime", { field: "create_time", direction: "desc" }],
  ["updateTime", { field: "update_time", direction: "desc" }],
  ["name", { field: "name", direction: "asc" }],
]);

/** Newest first. */
export const defaultOrder: readonly OrderTerm[] = [{ field: "create_time", direction: "desc" }];

/**
 * Reads `orderBy`: comma-separated fields, each with `asc` or `desc` or its default direction.
 * Never empty: empty text gives `defaultOrder`. Errors: INVALID_ARGUMENT naming an unknown field or
 * direction, or a field that is named twice.
 */
export function parseOrderBy(text: string): Result<readonly OrderTerm[], AppError> {
  if (text.trim() === "") return ok(defaultOrder);
  const terms: OrderTerm[] = [];
  const seen = new Set<OrderField>();
  for (const part of text.split(",")) {
    const [name = "", direction, ...rest] = part.trim().split(/\s+/);
    const known = orderFields.get(camelCase(name));
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
