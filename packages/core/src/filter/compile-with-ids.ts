import { err, type Result } from "../error/result.ts";
import { compileFilter, type CompileFilterOptions } from "./compile-filter.ts";
import type { FilterError } from "../error/filter-error.ts";
import type { FilterPlan } from "./plan/plan.ts";

/** More are no filter that anybody wrote, and each is looked up. */
const maxIds = 100;

/** Finds what integer ids stand for: usernames, and ids of memos; null for a number that nobody has. */
export interface IdFinders {
  readonly user?: (integerId: number) => Promise<string | null>;
  readonly memo?: (integerId: number) => Promise<string | null>;
}

/**
 * `compileFilter` for a filter that may name things by integer id: it is compiled once to learn which
 * ids it names, and again with their names. Refused (`limit`) when it names more than a hundred.
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

/** What is known of an id; notes the ids that are asked for. */
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
