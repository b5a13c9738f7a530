import { AppFailure, invalidField } from "@tidemark/core";

/** Conditions of the older list, with their equivalent in the current one. */
const conditions = {
  tag: 'use the filter instead, as "x" in tags',
  visibility: 'use the filter instead, as visibility == "PUBLIC"',
  order: "use orderBy instead",
};
const currentKeys = ["pageSize", "pageToken", "filter", "state", "showDeleted"];

/**
 * Converts the older form's keys in a list of the current form (docs/api-decisions.md §1): `limit` becomes
 * the page size if none is given, and page 1 is the start of every list. Conditions are never silently
 * ignored: any other key throws INVALID_ARGUMENT that names the conflict.
 */
export function convertLegacyKeys(request: { query: unknown }): void {
  const query = request.query as Record<string, unknown>;
  const beside = currentKeys.find((key) => query[key] !== undefined) ?? "the current form";
  for (const [key, instead] of Object.entries(conditions)) {
    if (isSaid(query[key])) refuse(key, `cannot go with ${beside}: ${instead}`);
  }
  const { page, limit } = query;
  if (isSaid(page) && page !== "1") refuse("page", `cannot go with ${beside}: use pageToken`);
  if (!isSaid(limit) || query["pageSize"] !== undefined) return;
  if (typeof limit !== "string" || !/^\d{1,15}$/.test(limit)) {
    refuse("limit", "must be a whole number, 0 or more");
  }
  query["pageSize"] = limit;
}

/**
 * Converts the current form's keys in a list of the older form that continues by its token: `pageSize`
 * becomes `limit`. The current form's conditions throw INVALID_ARGUMENT.
 */
export function convertCurrentKeys(request: { query: unknown }): void {
  const query = request.query as Record<string, unknown>;
  for (const key of ["filter", "state", "showDeleted"]) {
    if (isSaid(query[key])) refuse(key, "can't be combined with a pageToken of the older form");
  }
  const { pageSize, limit } = query;
  if (isSaid(pageSize) && limit === undefined) query["limit"] = pageSize;
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== "";
}

function refuse(field: string, issue: string): never {
  throw new AppFailure(invalidField(field, issue));
}
