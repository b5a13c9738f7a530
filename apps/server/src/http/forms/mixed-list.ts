import { AppFailure, invalidField } from "@tidemark/core";

/** Conditions of the older list that the current one states otherwise. */
const conditions = {
  tag: 'use the filter instead, as "x" in tags',
  visibility: 'use the filter instead, as visibility == "PUBLIC"',
  order: "use orderBy instead",
};
const currentKeys = ["pageSize", "pageToken", "filter", "state", "showDeleted"];

/**
 * Reads what the older form's keys say in a list of the current form (docs/api-decisions.md §1):
 * `limit` is the size of a page where none is given, and page 1 is where every list begins. A
 * condition is never silently left out: any other key is INVALID_ARGUMENT naming the clash.
 */
export function takeOlderKeys(request: { query: unknown }): void {
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
 * The other way round, for a list of the older form that goes on by its token: the size of a page may
 * go by the current form's name, and its conditions are no part of this list.
 */
export function takeCurrentKeys(request: { query: unknown }): void {
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
