import { z } from "zod";
import type { RenamedPlace, TagStep } from "../../markdown/index.ts";
import { tagStyleSchema } from "../../setting/index.ts";
import { defineMemoNote, defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";
import type { TagBranch } from "../../stores/memo-store.ts";
import type { UserReference } from "../../names/names.ts";

/** Change of a tag in all memos of a user: rename, possibly to an existing tag, or removal. */
export interface TagChange {
  readonly from: string;
  /** New name; null removes the tag. */
  readonly to: string | null;
}

const edit = z.object({ at: z.int(), removed: z.string(), inserted: z.string() });
const place = z.object({
  id: z.string(),
  tag: z.string(),
  createdMs: z.number(),
  number: z.number(),
});
const runSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  state: z.enum(["running", "stopped", "done", "undoing", "undone"]),
  startedMs: z.number(),
  /** Number of memos that had the tag at the start. */
  total: z.int(),
  changed: z.int(),
  /**
   * Number of memos that couldn't be changed: the new text would be read differently, or the user may not
   * edit it.
   */
  left: z.int(),
  undone: z.int(),
  /** Positions reached in the index (`after`) and in the undo notes (`undoneTo`). */
  after: place.nullable(),
  undoneTo: z.string(),
  /** Styles of the tags before the run, by name; null: none. The styles it set follow from the names. */
  looks: z.record(z.string(), tagStyleSchema.nullable()),
});

/** Current or last change of a tag. A device has one at a time. */
export type TagRun = z.infer<typeof runSchema>;

export const tagRunKey = defineMeta("tag_run", json(runSchema));

const undoSchema = z.object({
  run: z.string(),
  places: z
    .array(
      z.object({
        was: z.string().nullable(),
        is: z.string(),
        isGuarded: z.boolean(),
        before: z.string(),
        after: z.string(),
      }),
    )
    .readonly()
    .optional(),
  seenIn: z.string().optional(),
  steps: z
    .array(z.object({ tag: z.string(), isAdded: z.boolean(), edits: z.array(edit).readonly() }))
    .readonly()
    .optional(),
});

/** Data to undo a run in one memo: the places of a renaming, or the steps and text of a removal. */
export type TagRunUndo = { readonly run: string } & (
  | { readonly places: readonly RenamedPlace[] }
  | { readonly seenIn: string; readonly steps: readonly TagStep[] }
);

export const tagUndoKey = defineMemoNote("tag_undo", json(undoSchema));

const renamedSchema = z.array(
  z.object({ from: z.string(), to: z.string(), atMs: z.number(), left: z.int() }),
);

/** Recent renaming on this device. Memos that arrive with the old tag are offered for renaming. */
export type RenamedLately = z.infer<typeof renamedSchema>[number];

export const renamedLatelyKey = defineMeta("renamed_tags", json(renamedSchema));

/** Maximum number of renamings that are remembered, and how long. */
export const maxRenamedLately = 20;
export const renamedLatelyMs = 30 * 86_400_000;

/** Returns the tags that a change affects. Moving a tag below itself doesn't affect its subtags (M31). */
export function branchOf({ from, to }: TagChange, user: UserReference): TagBranch {
  return { user, tag: from, withUnder: to === null || !to.startsWith(`${from}/`) };
}
