import { z } from "zod";
import { boundedArray } from "../../json/index.ts";
import { stampSchema } from "../../merge/memo-op.ts";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/**
 * Choices of a merge: both sides replaced the same tokens, and one reading stayed (T3b). The server stores the
 * last ones of each memo and sends them to the owner's devices, with both texts for their history.
 */

/** Maximum number of places that are named, and of letters of a reading. */
export const maxPlaces = 5;
export const maxReading = 200;
const side = z.object({
  /** "" if unknown. */
  device: z.string().max(1000),
  /** Replica that wrote it (`stampNode`). */
  node: z.string().max(32),
});

const place = z.object({
  /** Start of the kept reading in the merged text, in UTF-16 units. */
  at: z.int().min(0),
  kept: z.string().max(maxReading),
  other: z.string().max(maxReading),
});

export const choicesShape = {
  /** Identifies the merge; a later one has a newer stamp. */
  stamp: stampSchema,
  /** Author of the readings that stayed. */
  kept: side,
  other: side,
  places: boundedArray(place, maxPlaces),
};

/** Choices as they are sent with a row. */
export const wireChoicesSchema = z.object({
  ...choicesShape,
  /** Texts of both sides, unless they are long. */
  revisions: boundedArray(
    z.object({
      id: z.string().max(64),
      content: z.string(),
      author: userReferenceSchema(),
      device: z.string(),
      atMs: z.number(),
    }),
    2,
  ),
});
export type WireChoices = z.infer<typeof wireChoicesSchema>;
