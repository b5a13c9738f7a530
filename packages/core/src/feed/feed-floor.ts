import { defineMeta } from "../stores/meta/define-meta.ts";
import { number } from "../stores/meta/meta-form.ts";

/** Seq up to which evict rows of the feed were compacted; a cursor below it needs a resync. */
export const feedFloorKey = defineMeta("feed_floor_seq", number);
