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

/** What can be set of many memos at once, and given back to each; `isTrashed` by itself. */
export interface PlaceOfMemo extends Partial<
  Pick<MemoFields, "pinned" | "state" | "visibility" | "space">
> {
  readonly isTrashed?: boolean;
}

export interface MemoPlacing {
  readonly id: string;
  readonly set: PlaceOfMemo;
  /** Only where the memo still has all of this, as for what takes a change back. */
  readonly ifNow?: PlaceOfMemo | undefined;
}

export interface ManyUpdated {
  /** The memos that are other than they were, each with what it had. */
  readonly done: readonly { readonly id: string; readonly before: PlaceOfMemo }[];
  /** Those that could not be changed, and why. */
  readonly left: readonly { readonly id: string; readonly error: AppError }[];
}

/**
 * So many memos are changed in one transaction: whoever types meanwhile has their turn between two,
 * and waits for one at most.
 */
const piece = 20;

/**
 * Changes many memos piece by piece, each piece all at once or, where the write fails, not at all. A
 * memo that may not be changed, is gone, or is not any more what it is expected to be stays as it is
 * and holds nobody up. Where a later piece fails, what came before it is reported as done.
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

/** What the memo had of what is other now; empty where it was so already. */
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
    return err(appError("FAILED_PRECONDITION", "it was changed meanwhile"));
  }
  const changed = differing(now, set);
  const { isTrashed, ...fields } = Object.fromEntries(changed.map((field) => [field, set[field]]));
  const isPlaced = Object.keys(fields).length > 0;
  // Two writes, of which the second could be refused after the first is there.
  if (isPlaced && isTrashed !== undefined) {
    return err(invalidField("isTrashed", "goes with nothing else"));
  }
  if (memo.parent !== null && isPlaced) {
    return err(appError("FAILED_PRECONDITION", "a comment lies on its memo"));
  }
  if (changed.length === 0) return ok({});
  const written = isPlaced
    ? await updateWithin(context, id, fields)
    : await trashWithin(context, memo, isTrashed === true);
  if (!written.ok) return written;
  // One field may have moved another, as a visibility does a space.
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
