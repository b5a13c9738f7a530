import { err, type Result } from "../error/result.ts";
import { compileFilter, type CompileFilterOptions } from "./compile-filter.ts";
import type { FilterError } from "../error/filter-error.ts";
import type { FilterPlan } from "./plan/plan.ts";

/** Maximum number of integer ids in a filter. Each is looked up, and no real filter has more. */
const maxIds = 100;

/** Lookups of integer ids: usernames, and ids of memos. They return null for an unknown number. */
export interface IdFinders {
  readonly user?: (integerId: number) => Promise<string | null>;
  readonly memo?: (integerId: number) => Promise<string | null>;
}

/**
 * Compiles a filter that may contain integer ids. `compileFilter` runs once to collect the ids and again with
 * their names. Filters with more than a hundred ids are refused (`limit`).
 */
export async function compileWithIds(
  source: string,
  options: Omit<CompileFilterOptions, "resolveUser" | "resolveMemo">,
  finders: IdFinders,
): Promise<Result<FilterPlan, FilterError>> {
  const users = new Map<number, string | null>();
  const memos = new Map<number, string | null>();
  const compiled = (): Result<FilterPlan, FilterError> =>
    compileFilter(source, {
      ...options,
      ...(finders.user && { resolveUser: (id) => nameIn(users, id) }),
      ...(finders.memo && { resolveMemo: (id) => nameIn(memos, id) }),
    });
  const asked = compiled();
  const count = users.size + memos.size;
  if (!asked.ok || count === 0) return asked;
  if (count > maxIds) return err(tooManyIds);
  for (const id of users.keys()) users.set(id, (await finders.user?.(id)) ?? null);
  for (const id of memos.keys()) memos.set(id, (await finders.memo?.(id)) ?? null);
  return compiled();
}

/** Returns the known name of an id, or null. Records that the filter uses the id. */
function nameIn(known: Map<number, string | null>, id: number): string | null {
  const name = known.get(id) ?? null;
  known.set(id, name);
  return name;
}

const tooManyIds: FilterError = {
  type: "filter-error",
  kind: "limit",
  message: `the filter names more than ${maxIds} integer ids`,
  position: { offset: 0, line: 1, column: 1 },
};
