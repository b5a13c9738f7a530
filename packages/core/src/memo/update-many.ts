import type { WriteContext } from "../commit/write-context.ts";
import type { AppError } from "../error/errors.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import { err, ok, type Result } from "../error/result.ts";
import { appError, invalidField, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoFields, MemoRecord } from "../model/memo.ts";
import { denied } from "./find-writable.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { trashWithin } from "./trash-memo.ts";
import { updateWithin } from "./update-memo.ts";

/**
 * Values that can be set on many memos at once and restored on each. `isTrashed` can't be combined with
 * others.
 */
export interface PlaceOfMemo extends Partial<
  Pick<MemoFields, "pinned" | "state" | "visibility" | "space">
> {
  readonly isTrashed?: boolean;
}

export interface MemoPlacing {
  readonly id: string;
  readonly set: PlaceOfMemo;
  /** Changes the memo only if it still has these values, for example when undoing a change. */
  readonly ifNow?: PlaceOfMemo | undefined;
}

export interface ManyUpdated {
  /** Changed memos, each with its previous values. */
  readonly done: readonly { readonly id: string; readonly before: PlaceOfMemo }[];
  /** Memos that couldn't be changed, with the reason. */
  readonly left: readonly { readonly id: string; readonly error: AppError }[];
}

/**
 * Number of memos changed per transaction. Other writes, such as typing, wait for one transaction at most.
 */
const piece = 20;

/**
 * Changes many memos in pieces, each in one transaction. Skips a memo that may not be changed, doesn't exist
 * or no longer has the expected values. If a later piece fails, the earlier ones are reported as done.
 */
export async function updateManyMemos(
  deps: MemoDeps,
  caller: Caller,
  placings: readonly MemoPlacing[],
): Promise<ManyUpdated> {
  const done: ManyUpdated["done"][number][] = [];
  const left: ManyUpdated["left"][number][] = [];
  for (let at = 0; at < placings.length; at += piece) {
    const some = placings.slice(at, at + piece);
    try {
      const written = await deps.database.write(async (stores) => {
        const outcomes: (readonly [string, Result<PlaceOfMemo, AppError>])[] = [];
        for (const placing of some) {
          outcomes.push([placing.id, await placeWithin({ stores, deps, caller }, placing)]);
        }
        return outcomes;
      }, caller);
      for (const [id, outcome] of written) {
        if (!outcome.ok) left.push({ id, error: outcome.error });
        else if (Object.keys(outcome.value).length > 0) done.push({ id, before: outcome.value });
      }
    } catch (error) {
      if (done.length === 0) throw error;
      const failed = appError("INTERNAL", "the write failed");
      left.push(...placings.slice(at).map(({ id }) => ({ id, error: failed })));
      break;
    }
  }
  return { done, left };
}

/** Returns the previous values of the changed fields; empty if nothing changed. */
async function placeWithin(
  context: WriteContext<MemoDeps>,
  { id, set, ifNow }: MemoPlacing,
): Promise<Result<PlaceOfMemo, AppError>> {
  const { stores, caller } = context;
  const memo = await findReadable(stores.memos, readAccess(caller), id, true);
  if (memo === null) return err(notFound());
  if (memo.creator !== caller.name) return err(denied());
  const now = placeOf(memo);
  if (ifNow !== undefined && differing(now, ifNow).length > 0) {
    return err(appError("FAILED_PRECONDITION", "it has changed in the meantime"));
  }
  const changed = differing(now, set);
  const { isTrashed, ...fields } = Object.fromEntries(changed.map((field) => [field, set[field]]));
  const isPlaced = Object.keys(fields).length > 0;
  // Refused because these are two writes, and the second could fail after the first.
  if (isPlaced && isTrashed !== undefined) {
    return err(invalidField("isTrashed", "can't be combined with other changes"));
  }
  if (memo.parent !== null && isPlaced) {
    return err(appError("FAILED_PRECONDITION", "a comment always belongs to its memo"));
  }
  if (changed.length === 0) return ok({});
  const written = isPlaced
    ? await updateWithin(context, id, fields)
    : await trashWithin(context, memo, isTrashed === true);
  if (!written.ok) return written;
  // A change of one field may change another: a visibility changes the space.
  const moved = differing(now, placeOf(written.value));
  return ok(Object.fromEntries(moved.map((field) => [field, now[field]])));
}

function placeOf(memo: MemoRecord): Required<PlaceOfMemo> {
  const { pinned, state, visibility, space, deletedMs } = memo;
  return { pinned, state, visibility, space, isTrashed: deletedMs !== null };
}

function differing(now: Required<PlaceOfMemo>, wanted: PlaceOfMemo): (keyof PlaceOfMemo)[] {
  return placeFields.filter((field) => wanted[field] !== undefined && wanted[field] !== now[field]);
}

const placeFields = ["pinned", "state", "visibility", "space", "isTrashed"] as const;
