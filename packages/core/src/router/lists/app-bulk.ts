import { z } from "zod";
import type { ManyUpdated, MemoPlacing } from "../../memo/index.ts";
import { boundedArray } from "../../json/bounded.ts";
import { memoStates, visibilities } from "../../model/memo.ts";

export interface AppBulk {
  /**
   * Updates memos in batches, so that other writes don't wait. Returns the changed memos with their previous
   * values, and those that couldn't be changed.
   */
  update(placings: readonly MemoPlacing[]): Promise<ManyUpdated>;
}

const place = z.object({
  pinned: z.boolean().exactOptional(),
  state: z.enum(memoStates).exactOptional(),
  visibility: z.enum(visibilities).exactOptional(),
  space: z.string().min(1).max(64).nullable().exactOptional(),
  isTrashed: z.boolean().exactOptional(),
});

export const bulkUpdate = z.object({
  memos: boundedArray(
    z.object({ id: z.string().min(1).max(64), set: place, ifNow: place.optional() }),
    1000,
  )
    .min(1)
    .readonly(),
});
