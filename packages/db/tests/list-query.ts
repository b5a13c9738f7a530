import type { MemoListQuery } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";

/** Returns alice's query for the first page of a filter. */
export function listQueryOf(cel: string, limit = 10): MemoListQuery & { readonly bytes: number } {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return {
    access: { user: "users/alice", spaces: [] },
    state: "NORMAL",
    trash: "none",
    parent: null,
    filter: compiled.value,
    order: [],
    after: null,
    offset: 0,
    limit,
    bytes: 1_000_000,
  };
}
