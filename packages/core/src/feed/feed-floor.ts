import { defineMeta } from "../stores/meta/define-meta.ts";
import { number } from "../stores/meta/meta-form.ts";

/** Up to which seq the feed was compacted of what left a scope: a cursor below it needs a resync. */
export const feedFloorKey = defineMeta("feed_floor_seq", number);
