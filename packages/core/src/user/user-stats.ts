import type { ServerDatabase } from "../stores/server-database.ts";
import type { AppError } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { readAccess } from "../access/read-access.ts";
import { compileMemoFilter } from "../memo/list-memos.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import type { MemoState } from "../model/memo.ts";
import { type UserReference, memoName } from "../names/names.ts";
import type { MemoFigures } from "../stores/memo-store.ts";
import { ok, type Result } from "../error/result.ts";

/** Figures of one user's memos of a state, without comments. Times in epoch ms, newest first. */
export interface UserStats {
  /** Resource name of the user. */
  readonly name: string;
  readonly memoTypeStats: {
    readonly linkCount: number;
    readonly codeCount: number;
    /** Number of memos with tasks. */
    readonly todoCount: number;
    /** Number of memos with unfinished tasks. */
    readonly undoCount: number;
  };
  readonly tagCount: Readonly<Record<string, number>>;
  readonly memoCreatedMs: readonly number[];
  readonly memoUpdatedMs: readonly number[];
  /** Resource names of the pinned memos. */
  readonly pinnedMemos: readonly string[];
  readonly totalMemoCount: number;
}

/** Memos to include in the figures. */
export interface StatsQuery {
  /** CEL filter; blank for all. */
  readonly filter: string;
  readonly state: MemoState;
}

/** Returns figures by user, of memos that the caller can read. `creator` null includes all users. */
export async function readUserStats(
  deps: Pick<MemoDeps<ServerDatabase>, "database" | "clock">,
  caller: Caller,
  { filter, state }: StatsQuery,
  creator: UserReference | null,
): Promise<Result<Map<string, UserStats>, AppError>> {
  return deps.database.read(async (stores) => {
    const nowMs = deps.clock.nowMs();
    // Compiled alone first: joined with another condition, an invalid filter could become valid.
    const alone = await compileMemoFilter(stores, filter, nowMs);
    if (!alone.ok) return alone;
    const terms = [
      ...(creator === null ? [] : [`creator == "${creator}"`]),
      ...(alone.value === null ? [] : [`(${filter}\n)`]),
    ];
    const plan = await compileMemoFilter(stores, terms.join(" && "), nowMs);
    if (!plan.ok) return plan;
    const found = await stores.memos.figures({
      access: readAccess(caller),
      state,
      trash: "none",
      parent: null,
      filter: plan.value,
    });
    return ok(new Map(found.map((figures) => [figures.creator, toStats(figures)])));
  });
}

function toStats(found: MemoFigures): UserStats {
  return {
    name: found.creator,
    memoTypeStats: {
      linkCount: found.withLink,
      codeCount: found.withCode,
      todoCount: found.withTasks,
      undoCount: found.withOpenTasks,
    },
    tagCount: Object.fromEntries(found.tags),
    memoCreatedMs: found.createdMs,
    memoUpdatedMs: found.updatedMs,
    pinnedMemos: found.pinned.map(memoName),
    totalMemoCount: found.memos,
  };
}
